/**
 * Compares tables and flat objects of `aviary export posts` with those that twarc2 makes from the v2
 * export.
 */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { slowTest as test } from '../../../test/support/part.ts'
import { aviary } from '../../support/aviary.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { needing } from '../support/installs.ts'
import { setStage } from '../support/stage.ts'
import { Twarc } from './twarc.ts'

const FIXTURES = ['recorded.jsonl.gz', 'v2.jsonl'].map((name) =>
  fileURLToPath(new URL(`../../../test/fixtures/posts/${name}`, import.meta.url)),
)

/** Members of a v2 export that are not fields of the API, or that only some callers get. */
const ONLY_V2: ReadonlySet<string> = new Set([
  ...['display_text_range', 'card_uri', 'non_public_metrics', 'organic_metrics', 'promoted_metrics'],
  ...['profile_banner_url', 'contained_within', 'suspended'],
])

for (const engine of CLIENT_ENGINES) {
  test(
    `spec/exports.md#csv-columns: csv and flat objects equal those of twarc2 on ${engine}`,
    needing('twarc'),
    async (t) => {
      const stage = await setStage(t, engine)
      for (const file of FIXTURES) await aviary(stage.place, 'import', 'posts', file)
      const exported = async (format: string) => {
        const file = join(stage.place.data, `export.${format}`)
        await aviary(stage.place, 'export', 'posts', file, '--format', format, '--include-protected')
        return readFile(file, 'utf8')
      }
      const twarc = await Twarc.start(t, stage)
      await twarc.run('configure', [], { stdin: `${stage.network.app.bearer_token}\nn\n` })
      const flat = await exported('v2-flat')

      await t.test('the cells of --format csv equal the cells of twarc2 csv', async () => {
        await writeFile(twarc.path('flat'), flat)
        await twarc.run('csv', ['<flat', '>csv'], {})
        const expected = rowsOf(await readFile(twarc.path('csv'), 'utf8'))
        const rows = rowsOf(await exported('csv'))
        assert.equal(rows[0]?.length, 84)
        assert.deepEqual(rows[0], expected[0])
        const name = rows[0].indexOf('in_reply_to_username')
        for (const [at, row] of rows.entries()) {
          // pandas writes whole numbers of a column with absent values as floats.
          const cells = expected[at]?.map((cell, index) => (cell === `${row[index]}.0` ? row[index] : cell))
          // twarc-csv takes the name from the post that is replied to, and exports do not include that post.
          assert.deepEqual(at === 0 ? row : row.with(name, ''), cells)
        }
        assert.equal(rows.length, expected.length)
        assert.ok(rows.length > 50)
      })

      await t.test('the objects of --format v2-flat equal the objects of twarc2 flatten', async () => {
        await writeFile(twarc.path('responses'), await exported('v2'))
        await twarc.run('flatten', ['<responses', '>flattened'], {})
        const expected = objectsOf(await readFile(twarc.path('flattened'), 'utf8'))
        const objects = objectsOf(flat)
        assert.equal(objects.length, expected.length)
        for (const [at, object] of objects.entries()) {
          const other = expected[at] as object
          // v2 exports also contain fields of imported files that the API does not have.
          const known = Object.fromEntries(Object.entries(other).filter(([field]) => field in object))
          assert.deepEqual(referencesAlone(object), referencesAlone(known))
        }
      })
    },
  )
}

function objectsOf(lines: string): object[] {
  return lines
    .trimEnd()
    .split('\n')
    .map(
      (line) => JSON.parse(line, (name, value: unknown) => (ONLY_V2.has(name) ? undefined : value)) as object,
    )
}

/** Referenced posts also have fields of imported files. */
function referencesAlone(object: object): object {
  if (!('referenced_tweets' in object)) return object
  const references = object.referenced_tweets as { readonly type: string; readonly id: string }[]
  return { ...object, referenced_tweets: references.map(({ type, id }) => ({ type, id })) }
}

/** Reads CSV as RFC 4180 defines it. */
function rowsOf(csv: string): string[][] {
  return csv
    .trimEnd()
    .split('\n')
    .map((line) => {
      const cells: string[] = []
      for (let rest = `,${line}`; rest !== ''; ) {
        const [whole, quoted, bare] = /^,(?:"((?:[^"]|"")*)"|([^",]*))/.exec(rest) ?? []
        assert.ok(whole !== undefined, rest)
        cells.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
        rest = rest.slice(whole.length)
      }
      return cells
    })
}
