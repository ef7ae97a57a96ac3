// Objects as contents of the messages of al_stream.h: what autolink.hpp gives to the C functions, which throw nothing.
#ifndef AUTOLINK_AL_TRANSFER_HPP
#define AUTOLINK_AL_TRANSFER_HPP

#include "al_content.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace autolink {

/// Takes an object apart without recursion, where its destructor would call itself once for each element of a chain.
/// What it owns is gone afterwards; the object can still be used and destroyed.
///
///   object  in/out  of a class that automap has read, a container, or a smart pointer
template <typename T> void destroy(T &object) {
  detail::graveyard dead;
  detail::content<T>::release(dead, object);
}

namespace detail {

/// What the C functions call, and what it has thrown.
class transfer {
public:
  virtual ~transfer() = default;

  /// Does what has to be done when the transfer has ended well.
  virtual void finish() {}

  /// Lets go of what has come, although it is complete: the call has failed elsewhere.
  virtual void discard() {}

  /// Throws again what the program's own code has thrown.
  virtual void rethrow() const {
    if (failure_)
      std::rethrow_exception(failure_);
  }

protected:
  /// Runs body(). Returns 0, or an AL_ERR_…, and keeps what has been thrown.
  template <typename Body> int guarded(const char **text, Body body) noexcept {
    try {
      try {
        body();
        return 0;
      } catch (const error &thrown) {
        text_ = thrown.what();
        *text = text_.c_str();
        return thrown.al_class() ? thrown.al_class() : AL_ERR_STRUCTURE;
      } catch (const std::bad_alloc &) {
        *text = "AutoLink: memory ran out";
        return AL_ERR_MEMORY;
      } catch (...) {
        failure_ = std::current_exception();
        *text = "AutoLink: the program's own code threw an exception";
        return AL_ERR_STRUCTURE;
      }
    } catch (...) { // no memory for the text
      *text = "AutoLink: memory ran out";
      return AL_ERR_MEMORY;
    }
  }

private:
  std::exception_ptr failure_; // of the program's own
  std::string text_;
};

template <typename T> AL_ContentType type_of() {
  const type_facts &facts = facts_of<T>();
  return {facts.hash, facts.name.c_str(), facts.text_for_c.empty() ? nullptr : facts.text_for_c.c_str()};
}

/// An object that is sent.
template <typename T> class sending : public transfer {
public:
  explicit sending(const T &object) { writer_.begin(object); }

  /// Says what a file has to know of the object.
  static AL_ContentFields fields() { return {noted_description_of<T>().text.c_str(), nullptr, nullptr, nullptr}; }

  AL_Source source() {
    return {type_of<T>(),
            [](void *state, AL_Packet *packet, int *is_complete, const char **text) {
              auto &self = *static_cast<sending *>(state);
              return self.guarded(text, [&] { *is_complete = self.writer_.write(*packet); });
            },
            this};
  }

private:
  writer writer_;
};

/// An object that is received, into `object`.
template <typename T> class receiving : public transfer {
public:
  explicit receiving(T &object) : object_(object) {}
  ~receiving() override { take_apart(); }
  receiving(const receiving &) = delete;
  receiving &operator=(const receiving &) = delete;

  AL_Sink sink() {
    return {type_of<T>(),
            [](void *state, const char *bytes, std::size_t size, int is_last, std::uint64_t limit_bytes,
               const char **text) {
              return static_cast<receiving *>(state)->read(bytes, size, is_last, limit_bytes, text);
            },
            this};
  }

  /// Says what a file has to know of the object.
  AL_ContentFields fields() {
    return {noted_description_of<T>().text.c_str(),
            [](void *state, std::size_t number) { return static_cast<receiving *>(state)->initial(number); },
            [](void *state, const char *class_name, std::size_t part) {
              return static_cast<receiving *>(state)->leave_out(class_name, part);
            },
            this};
  }

  int read(const char *bytes, std::size_t size, bool is_last, std::uint64_t limit_bytes, const char **text) {
    return guarded(text, [&] {
      if (!reader_) {
        prepare();
        reader_.emplace(limit_bytes);
        reader_->leave_out(left_out_);
        reader_->begin(object_);
      }
      reader_->read(bytes, size, is_last);
      is_complete_ = is_last;
    });
  }
  void discard() override { is_complete_ = false; }

protected:
  /// Takes apart what has come, some of which may own itself in a circle, unless it is complete.
  void take_apart() {
    if (!reader_ || std::exchange(is_complete_, true))
      return;
    graveyard dead;
    reader_->release_shared(dead);
    content<T>::release(dead, object_);
  }

private:
  /// Is called before anything is read into the object.
  virtual void prepare() {}

  const void *initial(std::size_t number) {
    const auto &all = noted_description_of<T>().initial;
    const void *out = nullptr;
    const char *text = "";
    if (number < all.size() && all[number])
      this->guarded(&text, [&] { out = all[number](); });
    return out;
  }
  int leave_out(const char *class_name, std::size_t part) {
    const char *text = "";
    return this->guarded(&text, [&] {
      std::vector<bool> &parts = left_out_[class_name];
      parts.resize(std::max(parts.size(), part + 1));
      parts[part] = true;
    });
  }

  T &object_;
  parts_left_out left_out_; // of an object from a file whose classes were others
  std::optional<reader> reader_;
  bool is_complete_ = false;
};

template <typename T> T moved_from(T &object) { return std::move(object); }
template <typename... T> std::tuple<T...> moved_from(std::tuple<T &...> &objects) {
  return std::apply([](T &...one) { return std::tuple<T...>(std::move(one)...); }, objects);
}

/// An object that replaces the one in `target`, or all those to which a tuple of references leads. It is read in that
/// place, so that what points to it stays right. If that fails, the former one comes back.
template <typename T, typename Former = T> class receiving_for : public receiving<T> {
  static_assert(
      std::is_move_constructible_v<Former> && std::is_move_assignable_v<Former>,
      "this object cannot be replaced: use 'recv<T>(…)', or if it cannot be moved, send a smart pointer to it");

public:
  explicit receiving_for(T &target) : receiving<T>(target), target_(target) {}
  ~receiving_for() override {
    if (!former_)
      return;
    this->discard();
    this->take_apart();
    try {
      target_ = std::move(*former_);
    } catch (...) { // it is copied, and that fails
    }
  }
  void finish() override { former_.reset(); }

private:
  void prepare() override {
    Former fresh = make<Former>();
    former_.emplace(moved_from(target_));
    target_ = std::move(fresh);
  }

  T &target_;
  std::optional<Former> former_;
};
template <typename... T> using receiving_roots = receiving_for<std::tuple<T &...>, std::tuple<T...>>;

} // namespace detail
} // namespace autolink

#endif
