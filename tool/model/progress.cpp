// Progress on the terminal. See progress.h.
#include "progress.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace automap {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// Prints the line again and again in a thread of its own, because nobody knows how long the next step takes.
class Line {
public:
  Line() : thread_([this] { run(); }) {}

  ~Line() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
      erase();
    }
    wake_.notify_all();
    thread_.join();
  }

  void show(std::string what) {
    const std::lock_guard lock(mutex_);
    what_ = std::move(what);
  }

  void hide() {
    const std::lock_guard lock(mutex_);
    erase();
    from_ = Clock::now() + patience;
  }

private:
  static constexpr std::chrono::milliseconds patience = 1s, interval = 200ms;

  void run() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, interval, [this] { return ends_; }))
      if (Clock::now() >= from_ && !what_.empty())
        print();
  }

  void print() {
    constexpr std::size_t narrowest = 20;
    const std::size_t columns = llvm::sys::Process::StandardErrColumns();
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin_).count();
    std::string text = "automap: " + what_ + ", " + std::to_string(seconds) + " s";
    if (columns >= narrowest && text.size() >= columns) // a longer line could not be erased
      text.resize(columns - 1);
    llvm::errs() << '\r' << erase_to_end << text;
    is_shown_ = true;
  }

  void erase() {
    if (is_shown_)
      llvm::errs() << '\r' << erase_to_end;
    is_shown_ = false;
  }

  static constexpr const char *erase_to_end = "\x1b[K";

  std::mutex mutex_;
  std::condition_variable wake_;
  std::string what_;
  const Clock::time_point begin_ = Clock::now();
  Clock::time_point from_ = begin_ + patience; // when the line may be shown
  bool is_shown_ = false, ends_ = false;
  std::thread thread_; // last, because it uses the others
};

std::unique_ptr<Line> shown_line; // of this process, as standard error is

} // namespace

Progress::Progress() {
  if (llvm::sys::Process::StandardErrIsDisplayed())
    shown_line = std::make_unique<Line>();
}

Progress::~Progress() { shown_line.reset(); }

void show_progress(const llvm::Twine &what) {
  if (shown_line)
    shown_line->show(what.str());
}

void hide_progress() {
  if (shown_line)
    shown_line->hide();
}

} // namespace automap
