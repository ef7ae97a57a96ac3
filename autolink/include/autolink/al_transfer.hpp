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
  /// `moves`: the object is moved when all has come, and then arrive() called.
  explicit receiving(T &object, bool moves = false) : object_(object), moves_(moves) {}
  ~receiving() override {
    if (!is_complete_)
      release();
  }
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
        reader_.emplace(limit_bytes, moves_ ? std::addressof(object_) : nullptr, sizeof(T));
        reader_->leave_out(left_out_);
        reader_->begin(object_);
      }
      reader_->read(bytes, size, is_last);
      is_complete_ = is_last;
    });
  }
  bool is_complete() const { return is_complete_; }
  void discard() override { is_complete_ = false; }

protected:
  bool has_arrivals() const { return reader_ && reader_->has_arrivals(); }
  template <typename Moved> void arrive(Moved moved) { reader_->call_arrived(moved); }

private:
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

  /// Takes apart what has come, some of which may own itself in a circle.
  void release() {
    graveyard dead;
    if (reader_)
      reader_->release_shared(dead);
    content<T>::release(dead, object_);
  }

  T &object_;
  bool moves_;
  parts_left_out left_out_; // of an object from a file whose classes were others
  std::optional<reader> reader_;
  bool is_complete_ = false;
};

/// The same, into an object of its own, which replaces the caller's at the end.
template <typename T> struct own_object {
  T object = make<T>();
};

/// Returns where a part of `object` is after that has been moved to `moved`; null if it is no part of it.
template <typename T> void *moved_part(void *part, T &object, T &moved) {
  const auto at = reinterpret_cast<std::uintptr_t>(part),
             begin = reinterpret_cast<std::uintptr_t>(std::addressof(object));
  return at >= begin && at - begin < sizeof(T) ? reinterpret_cast<char *>(std::addressof(moved)) + (at - begin)
                                               : nullptr;
}
template <typename T> class receiving_for : own_object<T>, public receiving<T> {
public:
  static_assert(std::is_move_assignable_v<T>,
                "this object cannot be replaced: use 'recv<T>(…)', or send a smart pointer");

  explicit receiving_for(T &target) : receiving<T>(own_object<T>::object, true), target_(target) {}
  void finish() override {
    if (!this->is_complete()) // nothing comes from MPI_PROC_NULL
      return;
    if (!this->has_arrivals()) {
      target_ = std::move(own_object<T>::object);
      return;
    }
    T former = std::move(target_);
    target_ = std::move(own_object<T>::object);
    try {
      this->arrive([this](void *part) { return moved_part(part, own_object<T>::object, target_); });
    } catch (...) {
      target_ = std::move(former);
      throw;
    }
  }

private:
  T &target_;
};

/// The same for several objects, which have been sent together.
template <typename... T> class receiving_roots : own_object<std::tuple<T...>>, public receiving<std::tuple<T...>> {
  using own = own_object<std::tuple<T...>>;

public:
  explicit receiving_roots(const std::tuple<T &...> &targets)
      : receiving<std::tuple<T...>>(own::object, true), targets_(targets) {}
  void finish() override {
    if (!this->is_complete())
      return;
    if (!this->has_arrivals()) {
      targets_ = std::move(own::object);
      return;
    }
    std::tuple<T...> former = std::apply([](T &...one) { return std::tuple<T...>(std::move(one)...); }, targets_);
    targets_ = std::move(own::object);
    try {
      this->arrive([this](void *part) { return moved(part, std::index_sequence_for<T...>()); });
    } catch (...) {
      targets_ = std::move(former);
      throw;
    }
  }

private:
  template <std::size_t... i> void *moved(void *part, std::index_sequence<i...>) {
    void *out = nullptr;
    static_cast<void>((... || (out = moved_part(part, std::get<i>(own::object), std::get<i>(targets_)))));
    return out;
  }

  std::tuple<T &...> targets_;
};

} // namespace detail
} // namespace autolink

#endif
