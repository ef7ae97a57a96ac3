// Objects as contents of the messages of al_stream.h: what autolink.hpp gives to the C functions, which throw nothing.
#ifndef AUTOLINK_AL_TRANSFER_HPP
#define AUTOLINK_AL_TRANSFER_HPP

#include "al_content.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>

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

  /// Throws again what the program's own code has thrown.
  void rethrow() const {
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
  return {facts.hash, facts.name.c_str()};
}

/// An object that is sent.
template <typename T> class sending : public transfer {
public:
  explicit sending(const T &object) { writer_.begin(object); }

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

  int read(const char *bytes, std::size_t size, bool is_last, std::uint64_t limit_bytes, const char **text) {
    return guarded(text, [&] {
      if (!reader_) {
        reader_.emplace(limit_bytes, moves_ ? std::addressof(object_) : nullptr, sizeof(T));
        reader_->begin(object_);
      }
      reader_->read(bytes, size, is_last);
      is_complete_ = is_last;
    });
  }
  bool is_complete() const { return is_complete_; }

protected:
  bool has_arrivals() const { return reader_ && reader_->has_arrivals(); }
  void arrive(T &moved) { reader_->call_arrived(std::addressof(moved)); }

private:
  /// Takes apart what has come, some of which may own itself in a circle.
  void release() {
    graveyard dead;
    if (reader_)
      reader_->release_shared(dead);
    content<T>::release(dead, object_);
  }

  T &object_;
  bool moves_;
  std::optional<reader> reader_;
  bool is_complete_ = false;
};

/// The same, into an object of its own, which replaces the caller's at the end.
template <typename T> struct own_object {
  T object = make<T>();
};
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
      this->arrive(target_);
    } catch (...) {
      target_ = std::move(former);
      throw;
    }
  }

private:
  T &target_;
};

} // namespace detail
} // namespace autolink

#endif
