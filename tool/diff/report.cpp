// Printing differences. See report.h.
#include "report.h"

#include "model/quoted.h"

#include "version.h"

#include "llvm/Support/JSON.h"

#include <algorithm>

namespace automap {
namespace {

std::string place_of(const std::string &file, std::int64_t line) {
  return file.empty() ? "" : " (" + file + ":" + std::to_string(line) + ")";
}

std::string bytes_text(const RecordChange &change) {
  return change.same_bytes ? "mean the same" : "do not mean the same";
}

llvm::StringRef name_of(RecordChange::What what) {
  constexpr llvm::StringLiteral names[] = {"same", "added", "removed", "changed"};
  return names[static_cast<std::size_t>(what)];
}

llvm::StringRef name_of(FieldChange::What what) {
  constexpr llvm::StringLiteral names[] = {"added", "removed", "renamed", "moved", "changed"};
  return names[static_cast<std::size_t>(what)];
}

llvm::StringRef name_of(Verdict verdict) {
  constexpr llvm::StringLiteral names[] = {"same", "conditional", "broken"};
  return names[static_cast<std::size_t>(verdict)];
}

void print_change(const RecordChange &change, llvm::raw_ostream &out) {
  constexpr const char *signs[] = {"+", "-", "~", "~", "~"};
  out << change.record().title() << place_of(change.record().file, change.record().line) << ": ";
  if (change.what != RecordChange::What::changed) {
    out << (change.what == RecordChange::What::added ? "is new\n" : "is gone\n");
    return;
  }
  if (change.before.size == change.after.size)
    out << plural(static_cast<std::uint64_t>(change.after.size), "byte") << ", as before\n";
  else
    out << change.before.size << " to " << plural(static_cast<std::uint64_t>(change.after.size), "byte") << '\n';
  for (const FieldChange &field : change.fields)
    out << "  " << signs[static_cast<std::size_t>(field.what)] << ' ' << field.field().name << ": " << describe(field)
        << (field.what == FieldChange::What::removed
                ? ""
                : place_of(field.after.line ? change.after.file : "", field.after.line))
        << '\n';
  out << "  messages " << change.messages.text << "\n  AutoLink files " << change.files.text << "\n  raw bytes "
      << bytes_text(change) << '\n';
}

void print_field(llvm::json::OStream &json, llvm::StringRef key, const KnownField &field) {
  json.attributeObject(key, [&] {
    json.attribute("name", llvm::json::fixUTF8(field.name));
    json.attribute("type", llvm::json::fixUTF8(field.type));
    json.attribute("offset", field.offset);
    json.attribute("size", field.size);
    if (field.line != 0)
      json.attribute("line", field.line);
  });
}

void print_consequence(llvm::json::OStream &json, llvm::StringRef key, const Consequence &consequence) {
  json.attributeObject(key, [&] {
    json.attribute("verdict", name_of(consequence.verdict));
    json.attribute("text", llvm::json::fixUTF8(consequence.text));
  });
}

/// The rules of SARIF: what can change, with the severity of each verdict.
struct Rule {
  const char *id;
  const char *text;
};
constexpr Rule rules[] = {
    {"messages", "Messages between old and new programs must match"},
    {"files", "Files that old programs have written with AutoLink should stay readable"},
    {"layout", "The layout of a struct has changed"},
};

class SarifPrinter {
public:
  explicit SarifPrinter(llvm::raw_ostream &out) : json_(out, 2) {}

  void print(const Difference &difference) {
    json_.object([&] {
      json_.attribute("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
      json_.attribute("version", "2.1.0");
      json_.attributeArray("runs", [&] {
        json_.object([&] {
          print_tool();
          json_.attribute("columnKind", "unicodeCodePoints");
          json_.attributeArray("results", [&] {
            for (const RecordChange &change : difference.records)
              if (change.what != RecordChange::What::same)
                print_results(change);
          });
        });
      });
    });
  }

private:
  void print_tool() {
    json_.attributeObject("tool", [&] {
      json_.attributeObject("driver", [&] {
        json_.attribute("name", "automap");
        json_.attribute("version", AUTOMAP_VERSION);
        json_.attributeArray("rules", [&] {
          for (const Rule &rule : rules)
            json_.object([&] {
              json_.attribute("id", rule.id);
              json_.attributeObject("shortDescription", [&] { json_.attribute("text", rule.text); });
            });
        });
      });
    });
  }

  void print_results(const RecordChange &change) {
    const std::string name = change.record().title();
    const auto line = [&](std::int64_t of_field) { return of_field != 0 ? of_field : change.record().line; };
    for (const auto &[rule, consequence, what] :
         {std::tuple(0, &change.messages, "messages"), std::tuple(1, &change.files, "AutoLink files")})
      if (consequence->verdict != Verdict::same)
        print_result(rule, consequence->verdict == Verdict::broken ? "error" : "warning",
                     name + ": " + what + " " + consequence->text, change, line(consequence->line));
    if (change.fields.empty())
      print_result(2, "note",
                   name + (change.what == RecordChange::What::added ? " is new"
                           : change.what == RecordChange::What::removed
                               ? " is gone"
                               : ": " + std::to_string(change.before.size) + " to " +
                                     plural(static_cast<std::uint64_t>(change.after.size), "byte")),
                   change, line(0));
    for (const FieldChange &field : change.fields)
      print_result(2, "note", name + ": " + field.field().name + ": " + describe(field), change,
                   line(field.after.line));
  }

  void print_result(int rule, llvm::StringRef level, const std::string &text, const RecordChange &change,
                    std::int64_t line) {
    json_.object([&] {
      json_.attribute("ruleId", rules[rule].id);
      json_.attribute("ruleIndex", rule);
      json_.attribute("level", level);
      json_.attributeObject("message", [&] { json_.attribute("text", llvm::json::fixUTF8(text)); });
      if (change.record().file.empty())
        return;
      json_.attributeArray("locations", [&] {
        json_.object([&] {
          json_.attributeObject("physicalLocation", [&] {
            json_.attributeObject("artifactLocation",
                                  [&] { json_.attribute("uri", llvm::json::fixUTF8(uri_of(change.record().file))); });
            json_.attributeObject("region", [&] { json_.attribute("startLine", std::max<std::int64_t>(line, 1)); });
          });
        });
      });
    });
  }

  /// Returns a path as a URI: relative, unless the path is absolute.
  static std::string uri_of(const std::string &path) {
    std::string out;
    for (const char c : path) {
      const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            std::string_view("/._-~").find(c) != std::string_view::npos;
      constexpr char digits[] = "0123456789ABCDEF";
      if (is_plain)
        out += c;
      else
        out += {'%', digits[static_cast<unsigned char>(c) >> 4], digits[static_cast<unsigned char>(c) & 15]};
    }
    return path.starts_with("/") ? "file://" + out : out;
  }

  llvm::json::OStream json_;
};

} // namespace

void print_text(const Difference &difference, llvm::raw_ostream &out) {
  std::uint64_t same = 0, changed = 0;
  for (const RecordChange &change : difference.records) {
    if (change.what == RecordChange::What::same) {
      ++same;
      continue;
    }
    out << (changed++ == 0 ? "" : "\n");
    print_change(change, out);
  }
  if (changed != 0)
    out << '\n';
  if (same != 0 || changed == 0)
    out << plural(same, "struct") << (same == 1 ? " has" : " have") << " not changed.\n";
  if (changed != 0)
    out << (difference.is_compatible() ? "Old and new programs understand each other.\n"
                                       : "Old and new programs do not understand each other.\n");
}

void print_json(const Difference &difference, const std::string &before, const std::string &after,
                llvm::raw_ostream &out) {
  llvm::json::OStream json(out, 2);
  json.object([&] {
    json.attributeObject("automap", [&] {
      json.attribute("schema", 1);
      json.attribute("version", AUTOMAP_VERSION);
    });
    json.attribute("old", llvm::json::fixUTF8(before));
    json.attribute("new", llvm::json::fixUTF8(after));
    json.attribute("compatible", difference.is_compatible());
    json.attributeArray("differences", [&] {
      for (const RecordChange &change : difference.records)
        json.object([&] {
          json.attribute("qualified", llvm::json::fixUTF8(change.record().name));
          if (!change.record().view.empty())
            json.attribute("view", llvm::json::fixUTF8(change.record().view));
          json.attribute("change", name_of(change.what));
          if (change.what == RecordChange::What::same)
            return;
          json.attribute("file", llvm::json::fixUTF8(change.record().file));
          json.attribute("line", change.record().line);
          json.attributeArray("fields", [&] {
            for (const FieldChange &field : change.fields)
              json.object([&] {
                json.attribute("change", name_of(field.what));
                json.attribute("text", llvm::json::fixUTF8(describe(field)));
                if (field.what != FieldChange::What::added)
                  print_field(json, "old", field.before);
                if (field.what != FieldChange::What::removed)
                  print_field(json, "new", field.after);
              });
          });
          print_consequence(json, "messages", change.messages);
          print_consequence(json, "files", change.files);
          json.attribute("same_bytes", change.same_bytes);
        });
    });
  });
  out << '\n';
}

void print_sarif(const Difference &difference, llvm::raw_ostream &out) {
  SarifPrinter(out).print(difference);
  out << '\n';
}

} // namespace automap
