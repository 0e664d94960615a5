use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Creates a migrator from the numbers, names and SQL of migrations. Released migrations must never change.
pub(crate) fn migrator(all: &[(i64, &'static str, &'static str)]) -> Migrator {
    let migration = |&(version, name, sql): &(i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(all.iter().map(migration).collect())
}

pub(crate) fn newest(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Creates a migrator from the numbers and names of migrations, whose SQL files are in the folder `migrations`.
macro_rules! migrations {
    ($($version:literal $name:literal: $($file:literal)+;)+) => {
        $crate::migrations::migrator(&[$((
            $version,
            $name,
            concat!($(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/", $file, ".sql"))),+),
        )),+])
    };
}
pub(crate) use migrations;
