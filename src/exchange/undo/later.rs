//! What something later did to that which is to be undone: it touched the same field, names a row that
//! would go, took what a row needs to come back.
//!
//! Each is told, as a fault at the line by which the row came, or as a warning where it is kept; and it is
//! taken out of what is undone.

use anyhow::Result;
use rusqlite::{Row, params};
use serde_json::{Map, Value};

use super::super::faults::{Faults, Place};
use super::super::plan;
use super::super::sheet::Sheet;
use crate::datafile::file::{Column, File, Reference};
use crate::datafile::images::{self, PICTURES};
use crate::datafile::{account_levels, creator, persons};
use crate::ledger::history::{self, Origin};
use crate::ledger::touches::{Touch, standing, touches};
use crate::store::connection::Database;

/// Who looks for it.
pub struct Later<'a> {
    /// Where the data and the tables of the undo are.
    pub database: &'a Database,
    /// Where it is told.
    pub faults: &'a Faults<'a>,
    /// The files.
    pub sheets: &'a [Sheet],
    /// Whether what was touched later is kept, and only warned of.
    pub warns: bool,
}

/// What stays as it is without being told one by one.
#[derive(Debug, Default, Clone, Copy)]
pub struct Stayed {
    /// Rows or fields that an undo took back already.
    pub undone: u64,
    /// Rows of persons who were anonymised since.
    pub anonymised: u64,
}

/// A change that is to be undone.
struct Undoing {
    change: i64,
    file: &'static File,
    row: i64,
    line: Option<i64>,
    /// The file whose line that is, where it is another.
    source: Option<String>,
    kind: String,
    old: Option<String>,
}

impl Undoing {
    const COLUMNS: &str = "u.change, u.file, u.row, u.line, u.source, u.kind, u.old";

    fn read(row: &Row) -> rusqlite::Result<Self> {
        Ok(Self {
            change: row.get(0)?,
            file: history::file(row, 1)?,
            row: row.get(2)?,
            line: row.get(3)?,
            source: row.get(4)?,
            kind: row.get(5)?,
            old: row.get(6)?,
        })
    }
}

impl Later<'_> {
    /// Looks at the rows that were touched again.
    pub fn touched(&self) -> Result<Stayed> {
        let mut stayed = Stayed::default();
        let sql = format!(
            "SELECT {} FROM temp.undoing AS u
             WHERE u.change > ? AND EXISTS (SELECT 1 FROM ledger_change AS t
                                            WHERE t.row = u.row AND t.file = u.file AND t.id > u.change)
             ORDER BY u.change LIMIT 1000",
            Undoing::COLUMNS
        );
        let mut after = 0;
        loop {
            let mut select = self.database.prepare_cached(&sql)?;
            let page = select.query_map([after], Undoing::read)?;
            let page: Vec<Undoing> = page.collect::<rusqlite::Result<_>>()?;
            let Some(last) = page.last() else { break };
            after = last.change;
            for undoing in &page {
                self.look_at(undoing, &mut stayed)?;
            }
        }
        Ok(stayed)
    }

    fn look_at(&self, undoing: &Undoing, stayed: &mut Stayed) -> Result<()> {
        let touches = touches(self.database, undoing.file, undoing.row, undoing.change)?;
        // "rows of persons anonymised since stay"
        let anonymises = |touch: &Touch| touch.columns().any(|column| column == "Anonymised");
        if undoing.file.name == persons::FILE.name && touches[1..].iter().any(anonymises) {
            stayed.anonymised += 1;
            return self.drop(undoing);
        }
        match &undoing.old {
            Some(old) if undoing.kind == "changed" => {
                self.look_at_fields(undoing, &touches, serde_json::from_str(old)?, stayed)
            }
            _ => self.look_at_row(undoing, &touches, stayed),
        }
    }

    /// A row that was changed: each of its fields by itself.
    fn look_at_fields(
        &self,
        undoing: &Undoing,
        touches: &[Touch],
        mut old: Map<String, Value>,
        stayed: &mut Stayed,
    ) -> Result<()> {
        let columns: Vec<String> = old.keys().cloned().collect();
        for column in columns {
            match fate(undoing, touches, |touch| touch.has(&column)) {
                Fate::Free => continue,
                Fate::Undone => stayed.undone += 1,
                Fate::Touched(touch) => self.tell_touched(undoing, Some(&column), touch)?,
            }
            old.remove(&column);
        }
        if old.is_empty() {
            return self.drop(undoing);
        }
        self.database
            .prepare_cached("UPDATE temp.undoing SET old = ? WHERE change = ?")?
            .execute(params![Value::Object(old).to_string(), undoing.change])?;
        Ok(())
    }

    /// A row that was created or removed: it is undone as a whole or not.
    fn look_at_row(&self, undoing: &Undoing, touches: &[Touch], stayed: &mut Stayed) -> Result<()> {
        match fate(undoing, touches, |touch| touch.kind != "changed") {
            Fate::Free => {}
            Fate::Undone => {
                stayed.undone += 1;
                return self.drop(undoing);
            }
            Fate::Touched(touch) => {
                self.tell_touched(undoing, None, touch)?;
                return self.drop(undoing);
            }
        }
        let mut columns: Vec<&str> = touches.iter().flat_map(Touch::columns).collect();
        columns.sort_unstable();
        columns.dedup();
        let mut kept = false;
        for column in columns {
            if let Fate::Touched(touch) = fate(undoing, touches, |touch| touch.has(column)) {
                self.tell_touched(undoing, Some(column), touch)?;
                kept = true;
            }
        }
        if kept { self.drop(undoing) } else { Ok(()) }
    }

    fn drop(&self, undoing: &Undoing) -> Result<()> {
        self.database
            .prepare_cached("DELETE FROM temp.undoing WHERE change = ?")?
            .execute([undoing.change])?;
        Ok(())
    }

    fn drop_field(&self, undoing: &Undoing, column: &str) -> Result<()> {
        self.database
            .prepare_cached(
                "UPDATE temp.undoing SET old = json_remove(old, '$.' || ?) WHERE change = ?",
            )?
            .execute(params![column, undoing.change])?;
        Ok(())
    }

    fn tell_touched(&self, undoing: &Undoing, column: Option<&str>, touch: &Touch) -> Result<()> {
        let message = format!(
            "{{}} was {} later by {}",
            touch.kind,
            self.by(&touch.origin)?
        );
        self.tell(undoing, column, &message)
    }

    /// `{}` in the message stands for the row's key.
    fn tell(&self, undoing: &Undoing, column: Option<&str>, message: &str) -> Result<()> {
        let Undoing {
            file,
            row,
            line,
            source,
            ..
        } = undoing;
        let named = |name: &str| self.sheets.iter().find(|sheet| sheet.file.name == name);
        let Some(own) = named(file.name) else {
            return Ok(());
        };
        // a row that another file created is told where that names it
        let by = source
            .as_deref()
            .and_then(named)
            .zip(creator(own.file))
            .map(|(by, (_, at))| (by, Place::column(by.file, at)));
        let (sheet, place) = by.unwrap_or_else(|| {
            let column = column.and_then(|column| own.file.column(column));
            let place = column.map_or(Place::NONE, |(at, _)| Place::column(own.file, at));
            (own, place)
        });
        let key = history::key_of(self.database, own.file, *row)?.join(", ");
        let line = line.map_or(1, i64::unsigned_abs);
        let message = match self.warns {
            true => format!("{message}; it stays"),
            false => message.to_owned(),
        };
        self.faults
            .note(self.warns, sheet, line, place, &key, &message)?;
        Ok(())
    }

    fn by(&self, origin: &Origin) -> Result<String> {
        let at = self.database.clock().local(&origin.at)?;
        Ok(format!("{origin}, {at}"))
    }

    /// Looks at what is planned: how many rows cannot be undone as they are.
    pub fn in_the_way(&self) -> Result<usize> {
        let mut found = 0;
        for sheet in self.sheets.iter().filter(|sheet| sheet.given.is_some()) {
            found += self.occupied(sheet)?;
            for (_, column, reference) in sheet.references() {
                found += self.lacking(sheet, column, reference)?;
            }
            for other in self.sheets {
                for (_, column, reference) in other.references() {
                    if reference.to.name == sheet.file.name {
                        found += self.named(sheet, other, column, reference)?;
                    }
                }
            }
            if sheet.file.name == images::FILE.name {
                found += self.pictured()?;
            }
            if sheet.file.name == account_levels::FILE.name {
                found += self.default_elsewhere()?;
            }
        }
        Ok(found)
    }

    /// A row that came since has the key, or the id, of one that was removed.
    fn occupied(&self, sheet: &Sheet) -> Result<usize> {
        let stem = sheet.file.stem();
        let sql = format!(
            "SELECT {} FROM plan_{stem} AS p CROSS JOIN stage_{stem} AS s ON s.n = p.n
                  CROSS JOIN temp.undoing AS u ON u.change = p.n
             WHERE p.fresh
                   AND (EXISTS (SELECT 1 FROM {} WHERE rowid = p.row)
                        OR EXISTS (SELECT 1 FROM {stem}_csv AS v WHERE {} AND NOT {}))",
            Undoing::COLUMNS,
            sheet.file.table,
            sheet.same_key("v", "s"),
            sheet.goes("v.key"),
        );
        let found = self.found(&sql, |_| Ok(()))?;
        for (undoing, ()) in &found {
            self.tell(undoing, None, "{} is there again")?;
            self.drop(undoing)?;
        }
        Ok(found.len())
    }

    /// What a cell of then names is gone. A name of more than one cell is put back, or stays, as a whole.
    fn lacking(&self, sheet: &Sheet, column: &Column, reference: &Reference) -> Result<usize> {
        let stem = sheet.file.stem();
        let cell = plan::named_by(sheet, column, reference);
        let meant = plan::is_meant(reference).unwrap_or_else(|| "1".into());
        let sql = format!(
            "SELECT {}, {cell} FROM link_{stem} AS l CROSS JOIN plan_{stem} AS p ON p.n = l.n
                  CROSS JOIN stage_{stem} AS s ON s.n = l.n CROSS JOIN temp.undoing AS u ON u.change = l.n
             WHERE l.{} IS NULL AND {cell} <> '' AND {meant} AND {}",
            Undoing::COLUMNS,
            reference.stored,
            put_back("u", column, reference),
        );
        let found = self.found(&sql, |row| row.get::<_, String>(7))?;
        for (undoing, lacks) in &found {
            let message = format!("{{}} named {lacks}, which is gone");
            self.tell(undoing, Some(column.name), &message)?;
            match undoing.kind.as_str() {
                "removed" => self.drop(undoing)?,
                _ => {
                    for name in cells_of(column, reference) {
                        self.drop_field(undoing, name)?;
                    }
                }
            }
        }
        Ok(found.len())
    }

    /// "where a later row points at one that it created": one that will go on doing so, since no name of
    /// then is put back.
    fn named(
        &self,
        sheet: &Sheet,
        other: &Sheet,
        column: &Column,
        reference: &Reference,
    ) -> Result<usize> {
        let stem = other.file.stem();
        let sql = format!(
            "SELECT {}, min(w.rowid), count(*)
             FROM temp.undoing AS u CROSS JOIN gone_{gone} AS g ON g.row = u.row
                  CROSS JOIN {table} AS w ON w.{stored} = g.row
                  LEFT JOIN plan_{stem} AS p ON p.row = w.rowid AND NOT p.fresh
                  LEFT JOIN link_{stem} AS l ON l.n = p.n
                  LEFT JOIN temp.undoing AS m ON m.change = p.n
             WHERE u.file = '{file}' AND u.kind = 'created' AND NOT {goes}
                   AND iif({put_back}, l.{stored}, w.{stored}) = g.row
             GROUP BY u.change",
            Undoing::COLUMNS,
            gone = sheet.file.stem(),
            table = other.file.table,
            stored = reference.stored,
            file = sheet.file.name,
            goes = other.goes("w.rowid"),
            put_back = put_back("m", column, reference),
        );
        let found = self.found(&sql, |row| Ok((row.get(7)?, row.get(8)?)))?;
        for (undoing, (by, count)) in &found {
            let message = self.named_by(other, column, *by, *count)?;
            self.tell(undoing, None, &message)?;
            self.drop(undoing)?;
        }
        Ok(found.len())
    }

    /// A picture is named by the address in a training's cell.
    fn pictured(&self) -> Result<usize> {
        let sql = format!(
            "SELECT {}, min(a.Code)
             FROM temp.undoing AS u CROSS JOIN gone_images AS g ON g.row = u.row
                  CROSS JOIN image AS i ON i.id = g.row
                  CROSS JOIN after_trainings AS a ON a.Image = '{PICTURES}' || i.name
             WHERE u.file = '{}' AND u.kind = 'created'
             GROUP BY u.change",
            Undoing::COLUMNS,
            images::FILE.name
        );
        let found = self.found(&sql, |row| row.get::<_, String>(7))?;
        for (undoing, code) in &found {
            let message = format!("{{}} is the picture of {code}");
            self.tell(undoing, None, &message)?;
            self.drop(undoing)?;
        }
        Ok(found.len())
    }

    /// "Exactly one row has IsDefault": another that stays as it is has it now.
    fn default_elsewhere(&self) -> Result<usize> {
        let sql = format!(
            "SELECT {}, kept.Name FROM next_account_levels AS again CROSS JOIN next_account_levels AS kept
                  CROSS JOIN temp.undoing AS u ON u.change = again.n
             WHERE again.IsDefault = 'true' AND kept.IsDefault = 'true' AND kept.n <> again.n
                   AND NOT EXISTS (SELECT 1 FROM temp.undoing AS m
                                   WHERE m.change = kept.n AND m.old ->> 'IsDefault' = 'true')",
            Undoing::COLUMNS
        );
        let found = self.found(&sql, |row| row.get::<_, String>(7))?;
        for (undoing, kept) in &found {
            let message = format!("{{}} would be the default again, and {kept} is it now");
            self.tell(undoing, Some("IsDefault"), &message)?;
            match undoing.kind.as_str() {
                "removed" => self.drop(undoing)?,
                _ => self.drop_field(undoing, "IsDefault")?,
            }
        }
        Ok(found.len())
    }

    /// Which row names it, and what made it do so.
    fn named_by(&self, other: &Sheet, column: &Column, row: i64, count: i64) -> Result<String> {
        let file = other.file;
        let key = history::key_of(self.database, file, row)?.join(", ");
        let touches = touches(self.database, file, row, 0)?;
        let standing = standing(touches.iter().filter(|touch| touch.has(column.name)));
        let since = match standing.last() {
            Some(touch) => format!(", {} by {}", touch.kind, self.by(&touch.origin)?),
            None => String::new(),
        };
        let more = match count {
            1 => String::new(),
            _ => format!(" and {} more", count - 1),
        };
        Ok(format!("{{}} is named by {} {key}{more}{since}", file.name))
    }

    /// What the query finds: changes, and what it says of each beyond that, from column 7 on.
    fn found<T>(
        &self,
        sql: &str,
        beyond: impl Fn(&Row) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Vec<(Undoing, T)>> {
        let mut select = self.database.prepare(sql)?;
        select
            .query_map([], |row| Ok((Undoing::read(row)?, beyond(row)?)))?
            .collect()
    }
}

/// The columns whose cells make up the name, that of the reference last.
fn cells_of<'c>(column: &'c Column, reference: &'c Reference) -> impl Iterator<Item = &'c str> {
    reference.with.iter().copied().chain([column.name])
}

/// A condition that the change `of` found another cell in what makes up the name.
fn put_back(of: &str, column: &Column, reference: &Reference) -> String {
    let found: Vec<_> = cells_of(column, reference)
        .map(|name| format!("{of}.old ->> '{name}' IS NOT NULL"))
        .collect();
    format!("({})", found.join(" OR "))
}

/// What became of a field, or a row, since it was changed.
enum Fate<'t> {
    /// Nothing.
    Free,
    /// An undo took it back.
    Undone,
    /// This touched it, and nothing took that back.
    Touched(&'t Touch),
}

fn fate<'t>(undoing: &Undoing, touches: &'t [Touch], counts: impl Fn(&Touch) -> bool) -> Fate<'t> {
    let standing = standing(touches.iter().filter(|touch| counts(touch)));
    match standing.as_slice() {
        [only] if only.change == undoing.change => Fate::Free,
        [first, .., last] if first.change == undoing.change => Fate::Touched(last),
        _ => Fate::Undone,
    }
}
