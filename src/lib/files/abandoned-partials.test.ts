import assert from 'node:assert/strict'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/support/engines.ts'
import { removeAbandonedPartials } from './abandoned-partials.ts'

const NOW = Date.UTC(2026, 0, 2)
const HOUR_MS = 3_600_000

test('removes the temporary files of a target that no process has written for an hour, and no other files', async (t) => {
  const directory = await temporaryDirectory(t)
  const ages: readonly [name: string, hours: number][] = [
    ['.a.tar.gz.00ff.partial', 1],
    ['.a.tar.gz.00fe.partial', 0.9],
    ['.a.tar.gz.mine.partial', 48],
    ['.b.tar.gz.00ff.partial', 48],
    ['a.tar.gz', 48],
  ]
  for (const [name, hours] of ages) {
    await writeFile(join(directory, name), '')
    const at = (NOW - hours * HOUR_MS) / 1_000
    await utimes(join(directory, name), at, at)
  }
  await removeAbandonedPartials(join(directory, 'a.tar.gz'), NOW)
  const left = ages.slice(1).map(([name]) => name)
  assert.deepEqual((await readdir(directory)).toSorted(), left.toSorted())
  await removeAbandonedPartials(join(directory, 'none', 'a.tar.gz'), NOW)
})
