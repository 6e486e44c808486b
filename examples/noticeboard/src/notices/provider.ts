import { env } from '@app/config'
import type { Config } from '@app/core'
import { saveUploads } from '../attachments/attachments.ts'
import { expiry } from './expiry.ts'
import { listNotices } from './list-notices.ts'
import { Notices } from './notices.ts'
import { removeNotice, showNotice } from './show-notice.ts'
import { showWriteNotice, writeNotice } from './write-notice.ts'

const MIGRATIONS = [
  `CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    team INTEGER NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    author INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    written INTEGER NOT NULL DEFAULT (unixepoch())
  ) STRICT`,
  'CREATE INDEX notices_of_team ON notices (team, id)',
  // An index of the words of all notices, so that a search need not read each notice.
  `CREATE VIRTUAL TABLE notice_words USING fts5 (
    title, text, content = 'notices', content_rowid = 'id', prefix = '1 2 3'
  )`,
  "INSERT INTO notice_words (notice_words) VALUES ('rebuild')",
  `CREATE TRIGGER notice_is_written AFTER INSERT ON notices BEGIN
    INSERT INTO notice_words (rowid, title, text) VALUES (new.id, new.title, new.text);
  END`,
  `CREATE TRIGGER notice_is_removed AFTER DELETE ON notices BEGIN
    INSERT INTO notice_words (notice_words, rowid, title, text) VALUES ('delete', old.id, old.title, old.text);
  END`,
]

declare module '@app/core' {
  interface Config {
    /** The number of days for which a notice stays. */
    readonly notices?: { readonly days: number }
  }
}

export const configProvider = () =>
  ({
    notices: { days: env.integer('NOTICE_DAYS', 90) },
    housekeeping: { chores: ['noticeboard/expiry'] },
    database: { migrations: { notices: MIGRATIONS } },
    dependencies: { factories: { 'noticeboard/expiry': expiry, 'noticeboard/notices': Notices } },
    routes: {
      // The feature `teams` registers a route with this name, which shows the members. This entry replaces its
      // middleware, so that the path shows the board, the list of notices.
      'team.show': { path: '/teams/{team}', middleware: listNotices },
      'notice.write': { path: '/teams/{team}/write', middleware: showWriteNotice, allowed_methods: ['GET'] },
      'notice.create': {
        path: '/teams/{team}/notices',
        middleware: [saveUploads, writeNotice],
        allowed_methods: ['POST'],
        // The form allows 10 MB of files; the rest is for the text, and for the bytes between files.
        metadata: { '@app/core/body-limit': 10_100_000 },
      },
      'notice.show': { path: '/teams/{team}/notices/{id:\\d+}', middleware: showNotice, allowed_methods: ['GET'] },
      'notice.remove': {
        path: '/teams/{team}/notices/{id:\\d+}/remove',
        middleware: removeNotice,
        allowed_methods: ['POST'],
      },
    },
  }) satisfies Config
