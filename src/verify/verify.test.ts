import assert from 'node:assert/strict'
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { cloneData } from '../../test/support/databases/clone-data.ts'
import { fillDatabase } from '../../test/support/databases/complete-database.ts'
import { tamper } from '../../test/support/databases/tamper.ts'
import {
  CHEAP_PASSWORDS,
  ENGINES,
  freshConfig,
  migratedConfig,
  temporaryDirectory,
  testRuntime,
} from '../../test/support/engines.ts'
import { byPart, sample, slowOnPostgres } from '../../test/support/part.ts'
import { raw } from '../../test/support/tables.ts'
import { type Config, readConfig } from '../config.ts'
import { StoreRefused, StoreUnavailable } from '../db/errors.ts'
import { DATABASE_FILE } from '../db/open.ts'
import type { Engine } from '../db/query.ts'
import { KEY_FILE } from '../key-file.ts'
import { systemRandom } from '../lib/time/clock.ts'
import { openRuntime } from '../runtime.ts'
import { checksOf } from './checks.ts'
import { type VerifyReport, verifyDatabase } from './verify.ts'

/** Makes a database with rows in every table, and closes it. */
async function fill(t: TestContext, engine: Engine): Promise<Config> {
  const config = await migratedConfig(t, engine)
  const runtime = await openRuntime(config, { manner: 'command', passwordCost: CHEAP_PASSWORDS })
  await fillDatabase(runtime, 60)
  await runtime.close()
  return config
}

/** Makes a database without rows, and closes it. */
async function unfilled(t: TestContext): Promise<Config> {
  const config = await migratedConfig(t, 'sqlite')
  const runtime = await openRuntime(config, { manner: 'command' })
  await runtime.close()
  return config
}

function verify(config: Config): Promise<VerifyReport> {
  return verifyDatabase(config, systemRandom)
}

/** SQL for the position of an arbitrary edge (follow) in the database. */
const ANY_EDGE = '(select min(position) from friends)'

/** SQL for the position of an edge that no other statement changes. */
const OTHER_EDGE = '(select max(position) from friends where follower_id = 1001)'

interface Planted {
  readonly name: string
  readonly check: string
  readonly statements: readonly string[]
  /** Pattern that the text of the fault must match, on both engines. */
  readonly says: RegExp
  readonly only?: Engine
  /** True when the fault hides other faults; the test then creates only this fault. */
  readonly apart?: true
}

const PLANTED: readonly Planted[] = [
  {
    name: 'an edge that is only in the table followers',
    check: 'follows',
    statements: [`delete from friends where position = ${ANY_EDGE}`],
    says: /^The edge from 10\d\d to 20\d\d \(position \d+\) is in followers and not in friends\.$/,
  },
  {
    name: 'an edge that is only in the table friends',
    check: 'follows',
    statements: [`delete from followers where position = ${ANY_EDGE}`],
    says: /is in friends and not in followers/,
  },
  {
    name: 'two edges whose followers are swapped in one of the two tables',
    check: 'follows',
    statements: [
      `update followers set follower_id = case follower_id when 1000 then 1001 else 1000 end
        where followee_id = 2006 and follower_id in (1000, 1001)`,
    ],
    says: /^The edge from 100[01] to 2006 /,
  },
  {
    name: 'a counter that is off by one',
    check: 'counters',
    statements: ['update user_counts set followers_count = followers_count + 1 where user_id = 2006'],
    says: /^User 2006 is said to have (\d) followers and 0 friends; there are \d and 0\.$/,
  },
  {
    name: 'missing counters',
    check: 'counters',
    statements: ['delete from user_counts where user_id = 1000'],
    says: /^User 1000 has no counters\.$/,
  },
  {
    name: 'edges of users who do not exist',
    check: 'counters',
    statements: [
      'insert into friends (follower_id, position, followee_id) values (77, 1, 2006)',
      'insert into followers (followee_id, position, follower_id) values (2006, 1, 77)',
      'update user_counts set followers_count = followers_count + 1 where user_id = 2006',
    ],
    says: /^There are edges of 77, which is no user\.$/,
  },
  {
    name: 'an edge across a block',
    check: 'relations',
    statements: [
      `insert into blocks (user_id, position, blocked_id)
        select followee_id, 7, follower_id from friends where position = ${OTHER_EDGE}`,
    ],
    says: /^User 10\d\d follows 20\d\d, although one of them blocks the other\.$/,
  },
  {
    name: 'a request across a block',
    check: 'relations',
    statements: [
      'insert into blocks (user_id, position, blocked_id) select requester_id, 8, target_id from follow_requests',
    ],
    says: /^User \d+ asks to follow \d+, although one of them blocks the other\.$/,
  },
  {
    name: 'a request beside an edge',
    check: 'relations',
    statements: [
      `insert into follow_requests (target_id, position, requester_id)
        select followee_id, 7, follower_id from friends where position = ${OTHER_EDGE}`,
    ],
    says: /^User 10\d\d asks to follow 20\d\d and follows it already\.$/,
  },
  {
    name: 'settings without an edge',
    check: 'relations',
    statements: ['insert into follow_settings values (1000, 1001, 0, 0)'],
    says: /^User 1000 has settings for following 1001 but does not follow it\.$/,
  },
  {
    name: 'a user who mutes itself',
    check: 'relations',
    statements: ['insert into mutes (user_id, position, muted_id) values (1000, 7, 1000)'],
    says: /^User 1000 follows, asks, blocks or mutes itself\.$/,
  },
  {
    name: 'a block of a user who does not exist',
    check: 'relations',
    statements: ['insert into blocks (user_id, position, blocked_id) values (1000, 7, 77)'],
    says: /^There are requests, blocks or mutes of 77, which is no user\.$/,
  },
  {
    name: 'a suspended user that lists show',
    check: 'hidden users',
    statements: ['delete from hidden_users'],
    says: /is suspended or deactivated, but lists still show it/,
  },
  {
    name: 'a visible user that lists hide',
    check: 'hidden users',
    statements: ['insert into hidden_users (user_id) values (1000)'],
    says: /^User 1000 is missing from lists/,
  },
  {
    name: 'a list that counts too many members',
    check: 'lists',
    statements: ["update lists set member_count = 2 where slug = 'open'"],
    says: /^List \d+ counts 2 members and 1 followers; there are 1 and 1\.$/,
  },
  {
    name: 'a user who counts too many lists',
    check: 'lists',
    statements: ['update user_counts set memberships_count = 3 where user_id = 2009'],
    says: /^User 2009 counts 3 public lists; there are [12]\.$/,
  },
  {
    name: 'members and pins without a list',
    check: 'lists',
    statements: ['insert into list_pins (user_id, position, list_id) values (1000, 7, 77)'],
    says: /^list_pins has rows of the list 77 without a list or a user\.$/,
  },
  {
    name: 'a private list whose member rows are marked as public',
    check: 'lists',
    statements: [
      "update list_members set is_private = 0 where list_id = (select id from lists where slug = 'closed')",
    ],
    says: /^Members of the list \d+ are marked as private, and the list is not, or vice versa\.$/,
  },
  {
    name: 'a missing event',
    check: 'log',
    statements: ['delete from events where position = 3'],
    says: /^Event 3 is missing\.$/,
  },
  {
    name: 'missing events at the end of the log',
    check: 'log',
    statements: ['delete from events where position >= (select head - 2 from event_log)'],
    says: /^Events \d+ to \d+ are missing\.$/,
    apart: true,
  },
  {
    name: 'an event whose facts changed',
    check: 'log',
    statements: [`update events set facts = replace(facts, '}', ' }') where position = 2`],
    says: /^Event 2 is not what was written/,
  },
  {
    name: 'an event whose time changed',
    check: 'log',
    statements: ['update events set at = at + 1 where position = 2'],
    says: /^Event 2 is not what was written/,
  },
  {
    name: 'a head that was moved back',
    check: 'log',
    statements: ['update event_log set head = head - 1'],
    says: /lies beyond the head of the log/,
  },
  {
    name: 'a log that is marked as trimmed and is not',
    check: 'log',
    statements: ['update event_log set trimmed = 2'],
    says: /^Event 1 is there, although it was trimmed\.$/,
  },
  {
    name: 'a reader whose position is after the end of the log',
    check: 'consumers',
    statements: ["insert into consumers (name, position) values ('webhooks', 1000000)"],
    says: /^The reader webhooks stands at 1000000, and the log ends at \d+/,
  },
  {
    name: 'a secret that belongs to another row',
    check: 'secrets',
    statements: ['update access_tokens set secret = (select max(consumer_secret) from apps)'],
    says: /^The secret of the access token \d+-\w+ does not open with the key\.$/,
  },
  {
    name: 'a bearer token with a wrong generation',
    check: 'secrets',
    statements: ['update apps set bearer_generation = bearer_generation + 1'],
    says: /^The bearer token of the app \d+ is not the one that was handed out\.$/,
  },
  {
    name: 'a group event that was changed',
    check: 'groups',
    statements: ["update group_events set kind = 'join' where kind = 'message'"],
    says: /^The group event \d+ is not what was written: its checksum is wrong\.$/,
  },
  {
    name: 'a member who was removed and still has the events of the group',
    check: 'groups',
    statements: ['delete from group_members where user_id = (select max(user_id) from group_copies)'],
    says: /^User \d+ has the group event \d+, but the event does not exist in this form, or the user is no member of its group\.$/,
  },
  {
    name: 'a group event that no member has and that is not erased',
    check: 'groups',
    statements: ['delete from group_copies where event_id = (select min(id) from group_events)'],
    says: /^The group event \d+ is erased although a member still has it, or is not erased although no member has it\.$/,
  },
  {
    name: 'a reference to a missing row',
    check: 'file',
    statements: ["insert into sign_ins values (78, 'a@example.org', 'a@example.org', 'x')"],
    says: /^Row 78 of sign_ins refers to a row of users that is not there\.$/,
    only: 'sqlite',
  },
  {
    name: 'a dropped index',
    check: 'schema',
    statements: ['drop index friends_edge'],
    says: /friends_edge of friends is missing/,
    apart: true,
  },
  {
    name: 'an index with another definition',
    check: 'schema',
    statements: ['drop index apps_owner', 'create index apps_owner on apps (created_at)'],
    says: /apps_owner of apps is not as it was made/,
    apart: true,
  },
  {
    name: 'a renamed column',
    check: 'schema',
    statements: ['alter table facts rename column value to valeu'],
    says: /facts\.value is missing/,
    apart: true,
  },
  {
    name: 'an index that a crash left incomplete',
    check: 'schema',
    statements: ["update pg_index set indisvalid = false where indexrelid = 'friends_edge'::regclass"],
    says: /^The index friends_edge is not valid\.$/,
    only: 'postgres',
    apart: true,
  },
]

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`verify on ${engine}`, async (t) => {
    const whole = await fill(t, engine)

    await t.test('finds no fault in a complete database', async () => {
      const report = await verify(whole)
      assert.deepEqual(report.faults, [])
      assert.equal(report.ok, true)
      assert.equal(report.engine, engine)
      assert.ok((report.checked['edges'] ?? 0) > 50)
      assert.equal(report.checked['hidden_users'], 1)
      assert.equal(report.checked['secrets'], 5)
    })

    const planted = PLANTED.filter(({ only }) => only === undefined || only === engine)
    // Copying a PostgreSQL database takes a long time. Therefore one copy gets all faults that do not hide others.
    const groups =
      engine === 'sqlite'
        ? planted.map((one) => [one])
        : [
            planted.filter(({ apart }) => apart !== true),
            ...planted.filter(({ apart }) => apart).map((one) => [one]),
          ]
    for (const group of sample(groups, engine)) {
      await t.test(`finds ${group.map(({ name }) => name).join(', ')}`, async (t) => {
        const config = await cloneData(t, whole)
        await tamper(config, ...group.flatMap(({ statements }) => statements))
        const { ok, faults } = await verify(config)
        assert.equal(ok, false)
        for (const { name, check, says } of group) {
          const isFound = faults.some((fault) => fault.check === check && says.test(fault.fault))
          assert.ok(isFound, `${name}: ${JSON.stringify(faults, null, 1)}`)
        }
        for (const { remedy } of faults) assert.match(remedy, /\w/)
      })
    }

    await t.test('lists twenty faults of each kind, and states that there are more', async (t) => {
      const config = await cloneData(t, whole)
      await tamper(config, 'update user_counts set friends_count = friends_count + 1')
      const { faults } = await verify(config)
      assert.equal(faults.length, 21)
      assert.equal(faults.at(-1)?.fault, 'There is more of the same kind.')
    })

    await t.test('reports a wrong or missing key only once', async (t) => {
      const config = await cloneData(t, whole)
      await writeFile(join(config.data, KEY_FILE), '00'.repeat(32))
      const [other, ...rest] = (await verify(config)).faults
      assert.match(other?.fault ?? '', /^the key is not the one that this database was sealed with/)
      assert.deepEqual(rest, [])
      await rm(join(config.data, KEY_FILE))
      const { faults } = await verify(config)
      assert.match(faults[0]?.fault ?? '', /^there is no .*aviary\.key, and the secrets/)
      assert.equal(faults.length, 1)
    })

    await t.test('refuses data of a newer program', async (t) => {
      const config = await cloneData(t, whole)
      await tamper(config, "insert into migrations values ('9999-later', 0)")
      await assert.rejects(verify(config), (error) => {
        assert.ok(error instanceof StoreRefused)
        assert.match(error.message, /9999-later/)
        return true
      })
    })

    await t.test('reads one snapshot of the database while other connections write', async (t) => {
      const config = await cloneData(t, whole)
      const { store } = await testRuntime(t, config)
      const change = (sign: '+' | '-') =>
        store.write((tx) => tx.run(raw(`update user_counts set friends_count = friends_count ${sign} 1`), {}))
      let isDone = false
      const writing = (async () => {
        while (!isDone) {
          await change('+')
          await change('-')
        }
      })()
      const { faults } = await verify(config)
      isDone = true
      await writing
      // Each commit makes every counter correct, or makes every counter wrong. If the verification read rows of both
      // states, it would find another number of faults.
      assert.ok(faults.length === 0 || faults.length === 21, JSON.stringify(faults))
    })
  })
}

describe('verify', () => {
  test('if there is no database, the error has the path', async (t) => {
    const data = await temporaryDirectory(t)
    await assert.rejects(
      verifyDatabase(readConfig({ data }, {}), systemRandom),
      (error) => error instanceof StoreUnavailable && /--data/.test(error.message),
    )
  })

  test('accepts a database without tables', async (t) => {
    const config = await freshConfig(t, 'sqlite')
    await writeFile(join(config.data, 'aviary.sqlite'), '')
    const { ok, version } = await verifyDatabase(config, systemRandom)
    assert.deepEqual({ ok, version }, { ok: true, version: '' })
  })

  test('accepts a database whose tables are only in the write-ahead log', async (t) => {
    const config = await freshConfig(t, 'sqlite')
    await testRuntime(t, config)
    // The runtime is still open, so no change was copied from the write-ahead log to the database file.
    assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
  })

  test('accepts a copy that SQLite made', async (t) => {
    const config = await byPart(unfilled, fill)(t, 'sqlite')
    const copy = await freshConfig(t, 'sqlite')
    await copyFile(join(config.data, KEY_FILE), join(copy.data, KEY_FILE))
    await tamper(config, `vacuum into '${join(copy.data, DATABASE_FILE)}'`)
    assert.deepEqual((await verify(copy)).faults, [])
  })

  test('finds a changed check constraint of a column', async (t) => {
    const config = await unfilled(t)
    const file = join(config.data, DATABASE_FILE)
    const bytes = await readFile(file)
    // The table was altered, so a free part of the file may still have the old definition. Therefore the test changes
    // the definition everywhere in the file.
    const table = /post_search_state \(one integer primary key (?=check \(one = 1\))/g
    const found = [...bytes.toString('latin1').matchAll(table)]
    const places = found.map(({ index, 0: { length } }) => index + length)
    assert.ok(places.length > 0)
    const others = ['check (one < 9)', 'check (one > 0)', 'check (one = 3)', 'check (ong = 1)']
    for (const other of byPart(others.slice(0, 1), others)) {
      for (const at of places) bytes.write(other, at)
      await writeFile(file, bytes)
      const { faults } = await verify(config)
      const isFound = faults.some(({ fault }) => /post_search_state/.test(fault))
      assert.ok(isFound, `${other}: ${JSON.stringify(faults)}`)
    }
  })

  test('finds a file that is not a database', async (t) => {
    const config = await freshConfig(t, 'sqlite')
    await writeFile(join(config.data, 'aviary.sqlite'), 'x'.repeat(5_000))
    const { faults } = await verifyDatabase(config, systemRandom)
    assert.match(faults[0]?.fault ?? '', /^The database cannot be read: file is not a database\.$/)
  })

  test('reports the number of finished checks', async (t) => {
    const config = await unfilled(t)
    const seen: string[] = []
    await verifyDatabase(config, systemRandom, (done, of) => seen.push(`${done}/${of}`))
    // The number also includes the check of the database file.
    const all = checksOf(config, systemRandom).length + 1
    assert.deepEqual(
      seen,
      Array.from({ length: all }, (_, index) => `${index + 1}/${all}`),
    )
  })
})
