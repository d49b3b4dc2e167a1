import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './sql.ts';

/**
 * The schema. All times are in milliseconds since 1970. What belongs to one order refers to it with ON
 * DELETE CASCADE, so that an order that is removed takes its personal data along in one transaction.
 *
 * The history of an order is in two tables whose numbers count together. Nine of ten updates say only
 * that a courier moved: each is a row of integers in `moves`, with degrees times 10^7 (one unit is a
 * centimetre) and how old the position was when it was seen. All other updates are JSON texts in
 * `updates`. The view `history` shows both as JSON, so that `sqlite3 waybell.db` alone can read them.
 * What happened to one order, the latest first:
 *
 *   SELECT datetime(seen_at_ms / 1000, 'unixepoch') AS seen, reasons_json, changes_json FROM history
 *   WHERE order_no = (SELECT no FROM watched_orders WHERE id = '<uuid>') ORDER BY no DESC LIMIT 20;
 *
 * Where its courier was:
 *
 *   SELECT datetime(seen_at_ms / 1000, 'unixepoch') AS seen, latitude_e7 / 1e7, longitude_e7 / 1e7
 *   FROM moves WHERE order_no = (SELECT no FROM watched_orders WHERE id = '<uuid>') ORDER BY no;
 */
const firstSchema = `
  CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value_json TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE profiles (
    no INTEGER PRIMARY KEY CHECK (no = 1),
    base_url TEXT NOT NULL,
    client_id TEXT NOT NULL,
    options_json TEXT
  ) STRICT;

  CREATE TABLE contract_notes (
    base_url TEXT NOT NULL,
    note TEXT NOT NULL,
    count INTEGER NOT NULL,
    first_seen_at_ms INTEGER NOT NULL,
    last_seen_at_ms INTEGER NOT NULL,
    PRIMARY KEY (base_url, note)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE watched_orders (
    no INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    label TEXT,
    added_at_ms INTEGER NOT NULL,
    is_muted INTEGER NOT NULL,
    is_pinned INTEGER NOT NULL,
    observed_at_ms INTEGER,
    status_since_ms INTEGER,
    changed_at_ms INTEGER,
    unseen_count INTEGER NOT NULL,
    last_looked_at_ms INTEGER,
    trace_json TEXT,
    flags_json TEXT,
    problem_json TEXT,
    preferences_json TEXT,
    order_json TEXT
  ) STRICT;

  -- The last answer as it was received.
  CREATE TABLE raw_answers (
    order_no INTEGER PRIMARY KEY REFERENCES watched_orders (no) ON DELETE CASCADE,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE updates (
    no INTEGER PRIMARY KEY,
    order_no INTEGER NOT NULL REFERENCES watched_orders (no) ON DELETE CASCADE,
    seen_at_ms INTEGER NOT NULL,
    source TEXT NOT NULL,
    kinds_json TEXT NOT NULL,
    reasons_json TEXT NOT NULL,
    changes_json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX updates_by_order ON updates (order_no);
  CREATE INDEX updates_matched ON updates (seen_at_ms)
    WHERE instr(kinds_json, 'order_matched') OR instr(kinds_json, 'order_released');
  CREATE INDEX updates_with_position ON updates (seen_at_ms)
    WHERE instr(changes_json, '"field":"courier.location"');

  CREATE TABLE moves (
    no INTEGER PRIMARY KEY,
    order_no INTEGER NOT NULL REFERENCES watched_orders (no) ON DELETE CASCADE,
    seen_at_ms INTEGER NOT NULL,
    from_latitude_e7 INTEGER,
    from_longitude_e7 INTEGER,
    from_age_ms INTEGER,
    latitude_e7 INTEGER,
    longitude_e7 INTEGER,
    age_ms INTEGER
  ) STRICT;
  CREATE INDEX moves_by_order ON moves (order_no);

  CREATE VIEW history AS
    SELECT no, order_no, seen_at_ms, source, kinds_json, reasons_json, changes_json FROM updates
    UNION ALL
    SELECT no, order_no, seen_at_ms, 'poll', '["courier_moved"]',
      iif(latitude_e7 IS NULL, '["Courier position no longer given"]', '["Courier moved"]'),
      json_array(json_object(
        'field', 'courier.location',
        'before', json(iif(from_latitude_e7 IS NULL, 'null', json_object(
          'latitudeDeg', from_latitude_e7 / 1e7,
          'longitudeDeg', from_longitude_e7 / 1e7,
          'reportedAtMs', seen_at_ms - from_age_ms))),
        'after', json(iif(latitude_e7 IS NULL, 'null', json_object(
          'latitudeDeg', latitude_e7 / 1e7,
          'longitudeDeg', longitude_e7 / 1e7,
          'reportedAtMs', seen_at_ms - age_ms)))))
    FROM moves;

  -- Notifications. An outcome of NULL means that it waits, 'showing' that the system was asked to show it.
  CREATE TABLE notifications (
    no INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    order_id TEXT,
    decided_at_ms INTEGER NOT NULL,
    notification_json TEXT NOT NULL,
    outcome TEXT,
    outcome_reason TEXT,
    settled_at_ms INTEGER
  ) STRICT;
  CREATE INDEX notifications_pending ON notifications (no) WHERE outcome IS NULL;
  CREATE INDEX notifications_held ON notifications (no) WHERE outcome = 'held';
  CREATE INDEX notifications_in_doubt ON notifications (no) WHERE outcome = 'showing';
  CREATE INDEX notifications_by_order ON notifications (order_id);

  -- What the command line has to print. The line of an update goes once it was printed; that of a first
  -- answer stays without its text, so that it is printed once.
  CREATE TABLE lines (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL REFERENCES watched_orders (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    json TEXT
  ) STRICT;
  CREATE INDEX lines_pending ON lines (no) WHERE json IS NOT NULL;
  CREATE INDEX lines_by_order ON lines (order_id, event);

  -- What the dispatcher put into the archive or took out of it.
  CREATE TABLE archive_choices (
    order_no INTEGER PRIMARY KEY REFERENCES watched_orders (no) ON DELETE CASCADE,
    choice TEXT NOT NULL
  ) STRICT;

  -- When an order that is over was made coarse, and when the people in it were erased.
  CREATE TABLE privacy_steps (
    order_no INTEGER PRIMARY KEY REFERENCES watched_orders (no) ON DELETE CASCADE,
    coarse_at_ms INTEGER,
    erased_at_ms INTEGER
  ) STRICT;

  -- Which telephone numbers were looked up. It names an order as long as the order is kept.
  CREATE TABLE privacy_ledger (
    no INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    act TEXT NOT NULL,
    order_id TEXT,
    owner TEXT
  ) STRICT;

  -- Webhooks that a check is still to show: kinds, reasons, time and the uuid of the order, which itself is not kept.
  CREATE TABLE webhook_queue (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    received_at_ms INTEGER NOT NULL,
    is_proven INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;

  -- Digests of all webhooks that came, to recognise the same one again.
  CREATE TABLE webhooks_seen (
    key TEXT PRIMARY KEY,
    order_id TEXT NOT NULL,
    seen_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX webhooks_seen_by_order ON webhooks_seen (order_id);
  CREATE INDEX webhooks_seen_by_time ON webhooks_seen (seen_at_ms);

  -- Rows that could not be read, with the table that they were in.
  CREATE TABLE damaged_rows (
    no INTEGER PRIMARY KEY,
    found_at_ms INTEGER NOT NULL,
    table_name TEXT NOT NULL,
    row_json TEXT NOT NULL,
    reason TEXT NOT NULL
  ) STRICT;
`;

const secondSchema = `
  -- When the dispatcher last marked the order as seen.
  ALTER TABLE watched_orders ADD COLUMN acknowledged_at_ms INTEGER;

  DROP INDEX updates_matched;

  -- The waits for a courier that ended with a match, which say when a wait is long. They name no order and
  -- stay when one is removed, so that the limit learned from them is the same after a restart.
  CREATE TABLE courier_waits (
    no INTEGER PRIMARY KEY,
    ended_at_ms INTEGER NOT NULL,
    wait_ms INTEGER NOT NULL
  ) STRICT;
`;

const stopStaysSchema = `
  -- How long couriers were at the stops of an order. Positions of orders that are over are too coarse to say it.
  CREATE TABLE stop_stays (
    no INTEGER PRIMARY KEY,
    order_no INTEGER NOT NULL REFERENCES watched_orders (no) ON DELETE CASCADE,
    stop TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX stop_stays_by_order ON stop_stays (order_no);
  CREATE INDEX stop_stays_by_end ON stop_stays (until_ms);

  CREATE INDEX updates_by_time ON updates (seen_at_ms);
`;

const intakeSchema = `
  -- What becomes of webhooks' orders that are not watched, for each service; without a row they are offered.
  CREATE TABLE unknown_orders (
    base_url TEXT PRIMARY KEY,
    choice TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What was chosen before it was a choice for each service.
  INSERT INTO unknown_orders (base_url, choice)
    SELECT base_url, json_extract(value_json, '$.unknownOrders') FROM profiles
    JOIN settings ON name = 'webhooks'
    WHERE json_valid(value_json) AND json_extract(value_json, '$.unknownOrders') IN ('ignore', 'offer');

  CREATE TABLE offered_orders (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id TEXT NOT NULL UNIQUE
  ) STRICT;

  -- Salted digests of orders that left the list or were not wanted, and of files that were read: none of
  -- them is taken again by itself.
  CREATE TABLE settled_intake (
    digest BLOB PRIMARY KEY,
    at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX settled_intake_by_time ON settled_intake (at_ms);
`;

/** What was acknowledged by time alone is carried over, by cause; waits that last are left out. */
const acknowledgementSchema = `
  -- What needed attention and was seen, and the dispatcher's calls.
  ALTER TABLE watched_orders ADD COLUMN acknowledged_json TEXT;
  ALTER TABLE watched_orders ADD COLUMN calls_json TEXT;

  -- A look was enough for news; all else had to be acknowledged.
  UPDATE watched_orders SET acknowledged_json = (
    SELECT json_group_array(json_object('reason', reason, 'causeAtMs', cause_at_ms, 'atMs', seen_at_ms))
    FROM (
      WITH known (acknowledged_at_ms, news_at_ms, status_at_ms, phase, flags, problem) AS (SELECT
        coalesce(acknowledged_at_ms, -1),
        max(coalesce(acknowledged_at_ms, -1), coalesce(last_looked_at_ms, -1)),
        coalesce(status_since_ms, added_at_ms),
        iif(json_valid(order_json), json_extract(order_json, '$.status.phase'), NULL),
        iif(json_valid(flags_json), flags_json, '{}'),
        iif(json_valid(problem_json), problem_json, '{}'))
      SELECT 'cancelled' AS reason, status_at_ms AS cause_at_ms, news_at_ms AS seen_at_ms
        FROM known WHERE phase = 'cancelled'
      UNION ALL SELECT 'failed', status_at_ms, news_at_ms FROM known WHERE phase = 'failed'
      UNION ALL SELECT 'unknownStatus', status_at_ms, acknowledged_at_ms
        FROM known WHERE phase = 'unknown'
      UNION ALL SELECT 'released', flags ->> 'releasedAtMs', acknowledged_at_ms FROM known
      UNION ALL SELECT 'courierSwapped', flags ->> 'courierSwappedAtMs', news_at_ms FROM known
      UNION ALL SELECT 'priceChanged', flags ->> 'amendedAtMs', news_at_ms FROM known
      UNION ALL SELECT reason, problem ->> 'sinceMs', acknowledged_at_ms FROM known,
        (SELECT 'notFound' AS reason UNION SELECT 'refused' UNION SELECT 'checksFailing')
    )
    WHERE cause_at_ms <= seen_at_ms
  );

  ALTER TABLE watched_orders DROP COLUMN acknowledged_at_ms;
`;

const erasingSchema = `
  -- Orders that are being erased. They are on no list any more, also after a crash.
  CREATE TABLE erasing_orders (order_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

/** The view with the service's own time of an update; a plain move has none. */
const createdAtSchema = `
  -- When a proven webhook says that it happened, by the service's clock.
  ALTER TABLE updates ADD COLUMN created_at_ms INTEGER;
  DROP VIEW history;
  CREATE VIEW history AS
    SELECT no, order_no, seen_at_ms, created_at_ms, source, kinds_json, reasons_json, changes_json
    FROM updates
    UNION ALL
    SELECT no, order_no, seen_at_ms, NULL, 'poll', '["courier_moved"]',
      iif(latitude_e7 IS NULL, '["Courier position no longer given"]', '["Courier moved"]'),
      json_array(json_object(
        'field', 'courier.location',
        'before', json(iif(from_latitude_e7 IS NULL, 'null', json_object(
          'latitudeDeg', from_latitude_e7 / 1e7,
          'longitudeDeg', from_longitude_e7 / 1e7,
          'reportedAtMs', seen_at_ms - from_age_ms))),
        'after', json(iif(latitude_e7 IS NULL, 'null', json_object(
          'latitudeDeg', latitude_e7 / 1e7,
          'longitudeDeg', longitude_e7 / 1e7,
          'reportedAtMs', seen_at_ms - age_ms)))))
    FROM moves;
`;

const notificationHistorySchema = `
  -- What a notification is about, and the last rule that held it back, also once it was shown.
  ALTER TABLE notifications ADD COLUMN event TEXT;
  ALTER TABLE notifications ADD COLUMN held_by TEXT;
  UPDATE notifications SET
    event = iif(json_valid(notification_json), notification_json ->> '$.event', NULL),
    held_by = iif(outcome = 'held', outcome_reason, NULL);
  CREATE INDEX notifications_by_event ON notifications (event, outcome);
`;

const originSchema = `
  -- What started watching the order.
  ALTER TABLE watched_orders ADD COLUMN origin_json TEXT;
`;

const archiveSchema = `
  -- 1 for an order that lies in the archive and is at rest: it is read only when it is asked for.
  ALTER TABLE watched_orders ADD COLUMN is_put_away INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX watched_live ON watched_orders (no) WHERE is_put_away = 0;

  -- What orders that are put away are sorted and narrowed by, so that a page of them is found without
  -- reading them all. Texts are folded; those with numbers sort by their size.
  CREATE TABLE archived_orders (
    order_no INTEGER PRIMARY KEY REFERENCES watched_orders (no) ON DELETE CASCADE,
    over_since_ms INTEGER NOT NULL,
    changed_at_ms INTEGER NOT NULL,
    -- Null when the promise says nothing any more.
    promised_at_ms INTEGER,
    -- Since when people in it may be erased; null when they are.
    people_since_ms INTEGER,
    group_name TEXT,
    name_key TEXT NOT NULL,
    courier_key TEXT,
    price_key TEXT
  ) STRICT;
  CREATE INDEX archived_by_end ON archived_orders (over_since_ms);
  CREATE INDEX archived_with_people ON archived_orders (people_since_ms)
    WHERE people_since_ms IS NOT NULL;
  CREATE INDEX archived_by_group ON archived_orders (group_name) WHERE group_name IS NOT NULL;

  -- What they are looked for by: folded texts, and the digits of phone numbers, one a line.
  CREATE TABLE archived_texts (
    order_no INTEGER PRIMARY KEY REFERENCES archived_orders (order_no) ON DELETE CASCADE,
    texts TEXT NOT NULL,
    numbers TEXT NOT NULL
  ) STRICT;
`;

const teamSchema = `
  -- What the team of this desk knows of an order; null where there is no team.
  ALTER TABLE watched_orders ADD COLUMN team_json TEXT;

  -- The team that this computer belongs to; its token is in the keychain.
  CREATE TABLE team (
    no INTEGER PRIMARY KEY CHECK (no = 1),
    hub_url TEXT NOT NULL,
    desk_id TEXT NOT NULL,
    desk_name TEXT NOT NULL,
    role TEXT NOT NULL,
    -- How far the hub's log was taken, and which log it is.
    log_id TEXT,
    sequence INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- What was done while the hub was away, the oldest first.
  CREATE TABLE team_edits (
    no INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    made_at_ms INTEGER NOT NULL,
    edit_json TEXT NOT NULL
  ) STRICT;
`;

const recordingSchema = `
  -- What decisions depended on in the last two days: the state of an order or, where order_no is null, of all that
  -- is around them. A row is the whole state, or how it differs from the row before of the same order.
  CREATE TABLE recording (
    no INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    order_no INTEGER REFERENCES watched_orders (no) ON DELETE CASCADE,
    is_whole INTEGER NOT NULL,
    state_json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX recording_by_order ON recording (order_no, no);
  CREATE INDEX recording_by_time ON recording (at_ms);
`;

const rewindSchema = `
  -- Finds the whole state before a time without reading the rows after it.
  CREATE INDEX recording_whole ON recording (order_no, at_ms, no) WHERE is_whole = 1;
`;

const promiseWordsSchema = `
  -- A promise at hand and one that has passed were one event. The history is narrowed by this column; the
  -- notification is read in the words of today.
  UPDATE notifications SET event = iif(key LIKE '%:ahead', 'promiseAhead', 'promisePassed')
    WHERE event = 'promiseAtRisk';
`;

const statusBeginSchema = `
  -- Whether the status may have begun long before status_since_ms, because its beginning was not seen. Of what
  -- was stored before it counts as seen.
  ALTER TABLE watched_orders ADD COLUMN is_status_since_before INTEGER NOT NULL DEFAULT 0;
`;

/** The view with the last check before an update; a plain move has none. */
const uncheckedSchema = `
  -- When the order was checked last before, where that was long ago: it happened in between.
  ALTER TABLE updates ADD COLUMN unchecked_since_ms INTEGER;
  DROP VIEW history;
  CREATE VIEW history AS
    SELECT no, order_no, seen_at_ms, created_at_ms, unchecked_since_ms, source, kinds_json, reasons_json, changes_json
    FROM updates
    UNION ALL
    SELECT no, order_no, seen_at_ms, NULL, NULL, 'poll', '["courier_moved"]',
      iif(latitude_e7 IS NULL, '["Courier position no longer given"]', '["Courier moved"]'),
      json_array(json_object(
        'field', 'courier.location',
        'before', json(iif(from_latitude_e7 IS NULL, 'null', json_object(
          'latitudeDeg', from_latitude_e7 / 1e7,
          'longitudeDeg', from_longitude_e7 / 1e7,
          'reportedAtMs', seen_at_ms - from_age_ms))),
        'after', json(iif(latitude_e7 IS NULL, 'null', json_object(
          'latitudeDeg', latitude_e7 / 1e7,
          'longitudeDeg', longitude_e7 / 1e7,
          'reportedAtMs', seen_at_ms - age_ms)))))
    FROM moves;
`;

/** The view with why an update was not notified. */
const keptReasonSchema = `
  -- Why the update was not told, decided when it was seen.
  ALTER TABLE updates ADD COLUMN kept_json TEXT;
  ALTER TABLE moves ADD COLUMN kept_json TEXT;
  -- Until when the rule holds that holds a notification back; null when it ends otherwise.
  ALTER TABLE notifications ADD COLUMN held_until_ms INTEGER;
  DROP VIEW history;
  CREATE VIEW history AS
    SELECT no, order_no, seen_at_ms, created_at_ms, unchecked_since_ms, source, kinds_json, reasons_json, changes_json,
      kept_json
    FROM updates
    UNION ALL
    SELECT no, order_no, seen_at_ms, NULL, NULL, 'poll', '["courier_moved"]',
      iif(latitude_e7 IS NULL, '["Courier position no longer given"]', '["Courier moved"]'),
      json_array(json_object(
        'field', 'courier.location',
        'before', json(iif(from_latitude_e7 IS NULL, 'null', json_object(
          'latitudeDeg', from_latitude_e7 / 1e7,
          'longitudeDeg', from_longitude_e7 / 1e7,
          'reportedAtMs', seen_at_ms - from_age_ms))),
        'after', json(iif(latitude_e7 IS NULL, 'null', json_object(
          'latitudeDeg', latitude_e7 / 1e7,
          'longitudeDeg', longitude_e7 / 1e7,
          'reportedAtMs', seen_at_ms - age_ms))))),
      kept_json
    FROM moves;
`;

const journeySchema = `
  -- How far the way of the order's courier has come, and when it was over, once the order is.
  ALTER TABLE watched_orders ADD COLUMN journey_json TEXT;
  ALTER TABLE watched_orders ADD COLUMN arrived_at_ms INTEGER;
  CREATE INDEX journeys_by_end ON watched_orders (arrived_at_ms) WHERE arrived_at_ms IS NOT NULL;
`;

/**
 * The steps between the schemas, as SQL. Step n leads from version n - 1 to version n; version 0 is an
 * empty file. Steps are only added, so that a profile of any earlier build opens with all that it holds.
 */
export const releasedMigrations: readonly string[] = [
  firstSchema,
  secondSchema,
  stopStaysSchema,
  intakeSchema,
  acknowledgementSchema,
  erasingSchema,
  createdAtSchema,
  notificationHistorySchema,
  originSchema,
  archiveSchema,
  teamSchema,
  recordingSchema,
  rewindSchema,
  promiseWordsSchema,
  statusBeginSchema,
  uncheckedSchema,
  keptReasonSchema,
  journeySchema,
];

/** "WayB", in the header of each file that has one of {@link releasedMigrations}. */
const applicationId = 0x57_61_79_42;

/** What the header of a database says of its schema. */
export interface SchemaVersion {
  /** 0 for an empty file. */
  readonly version: number;
  /** False for a schema that was never released: its numbers mean something else. */
  readonly isReleased: boolean;
}

/** @param name `main`, or the name under which the database is attached */
export function schemaVersion(sql: DatabaseSync, name = 'main'): SchemaVersion {
  const version = Number(sql.prepare(`PRAGMA ${name}.user_version`).get()?.['user_version']);
  const id = sql.prepare(`PRAGMA ${name}.application_id`).get()?.['application_id'];
  return { version, isReleased: version === 0 || id === applicationId };
}

/** Takes a database to the last schema in one transaction. @throws leaving it as it was */
export function migrate(
  sql: DatabaseSync,
  migrations: readonly string[] = releasedMigrations,
): void {
  inTransaction(sql, () => {
    for (const step of migrations.slice(schemaVersion(sql).version)) sql.exec(step);
    sql.exec(`PRAGMA user_version = ${migrations.length}`);
    sql.exec(`PRAGMA application_id = ${applicationId}`);
  });
}
