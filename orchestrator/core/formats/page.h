#pragma once

#include <string>
#include <vector>

#include "core/formats/cells.h"
#include "core/formats/side_tables.h"
#include "core/model/ranking.h"

namespace pacer {

/// What a format for readers writes: the parts of a Ranking, one after the other. Empty lists are
/// never passed.
class Page {
 public:
  virtual ~Page() = default;

  virtual void title(const std::string& text) = 0;
  virtual void section(const std::string& title) = 0;  ///< one setting of several
  virtual void caption(const Caption& caption) = 0;
  virtual void remark(const std::string& text) = 0;
  /// `ranked`: rows above the ceiling's.
  virtual void table(const std::vector<Column>& columns, std::size_t ranked) = 0;
  virtual void side_table(const SideTable& side) = 0;
  virtual void notes(const std::vector<PrintedNote>& notes) = 0;
  virtual void verdicts(const std::vector<Verdict>& verdicts) = 0;
  virtual void footnotes(const std::vector<std::string>& notes) = 0;
};

/// Everything that stands on a page, in its order. Of several settings: what they share once, then
/// a section for each.
void lay_out(const Ranking& ranking, bool with_note_codes, Page& page);

}  // namespace pacer
