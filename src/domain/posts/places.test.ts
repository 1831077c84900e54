import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { testDatabase } from '../../../test/support/databases/databases.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { testStore } from '../../../test/support/stores.ts'
import { raw } from '../../../test/support/tables.ts'
import { MIGRATIONS, migrate } from '../../db/migrate.ts'
import type { DatabaseAddress } from '../../db/migration.ts'
import { postgresMigrator } from '../../db/postgres/migrator.ts'
import type { Engine } from '../../db/query.ts'
import { sqliteMigrator } from '../../db/sqlite/migrator.ts'
import { importPostsFile } from '../../importers/posts/posts.ts'
import { findPlace } from './places.ts'

const PLACE = {
  id: '3078869807f9dd36',
  place_type: 'city',
  name: 'Berlin',
  full_name: 'Berlin, Germany',
  country_code: 'DE',
  country: 'Germany',
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`imported posts add places with ids that requests can use, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const { context, store } = await testRuntime(t, config)
    await mkdir(config.data, { recursive: true })
    const file = join(config.data, 'posts.jsonl')
    const post = (number: number, place: object) => ({
      id_str: String(1_293_500_000_000_000_000n + BigInt(number)),
      created_at: 'Wed Aug 12 10:00:00 +0000 2020',
      text: 'x',
      user: { id: 11, screen_name: 'ann' },
      place,
    })
    const odd = { ...PLACE, id: 'a b' }
    const long = { ...PLACE, id: 'x'.repeat(65) }
    const lines = [PLACE, { ...PLACE, name: 'Another copy' }, odd, long].map((place, index) =>
      post(index, place),
    )
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    assert.equal((await importPostsFile(context, file, { data: config.data })).rejected, 0)
    const found = await findPlace(store, PLACE.id)
    assert.equal(found?.full_name, 'Berlin, Germany')
    assert.equal(found.name, 'Berlin', 'the first copy stays')
    for (const id of ['3078869807f9dd37', '', odd.id, long.id]) {
      assert.equal(await findPlace(store, id), undefined, id)
    }
  })

  test(`the migration adds places of earlier imports, on ${engine}`, async (t) => {
    const address = await olderData(t, engine)
    const older = testStore(t, address)
    const geos = [
      { place: PLACE },
      { place: PLACE, coordinates: { lat: 1, long: 2 } },
      { place: { ...PLACE, id: 'zero', name: 'a\u0000b' } },
      { place: { ...PLACE, id: 'a b' } },
      { coordinates: { lat: 1, long: 2 } },
    ]
    await older.write(async (tx) => {
      for (const [index, geo] of geos.entries()) {
        const text = JSON.stringify(geo).replaceAll("'", "''")
        await tx.run(raw(`insert into post_geos (user_id, post_id, geo) values (1, ${index}, '${text}')`), {})
      }
    })
    await migrate(address, 1)
    assert.deepEqual({ ...(await findPlace(older, PLACE.id)) }, PLACE)
    assert.equal(await findPlace(older, 'a b'), undefined)
  })
}

/** A database of an older version, which has no separate table of places. */
async function olderData(t: TestContext, engine: Engine): Promise<DatabaseAddress> {
  const address =
    engine === 'postgres'
      ? { url: await testDatabase(t), file: '' }
      : { url: '', file: join(await temporaryDirectory(t), 'older.sqlite') }
  const migrator = engine === 'postgres' ? postgresMigrator(address.url) : sqliteMigrator(address.file)
  const before = MIGRATIONS.findIndex(({ name }) => name.endsWith('-places'))
  await migrator.apply(MIGRATIONS.slice(0, before), 0)
  await migrator.close()
  return address
}
