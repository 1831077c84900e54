/**
 * Tests lines and containers that are larger than the memory that an import may use
 * (spec/file-recognition.md#containers).
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext } from 'node:test'
import { crc32 } from 'node:zlib'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { lengthyTest as test } from '../../../test/support/part.ts'
import { importFiles } from './import-files.ts'
import { findInputs, STANDARD_INPUT } from './inputs.ts'

const MIB = 1024 * 1024
/**
 * Bytes of memory that an import may need in addition to the memory for a small file. The longest value takes 16 MiB.
 */
const MAX_GROWTH = 400 * MIB

/** Makes a function that imports an input and measures the growth of memory use. */
async function place(t: TestContext) {
  const config = await freshConfig(t, 'sqlite')
  const { context } = await testRuntime(t, config)
  return async (names: readonly string[], stdin: AsyncIterable<Buffer> = Readable.from([])) => {
    const before = process.memoryUsage().rss
    let most = 0
    const { tally } = await importFiles(context, await findInputs(names), undefined, {
      data: config.data,
      stdin: watched(stdin, () => {
        most = Math.max(most, process.memoryUsage().rss - before)
      }),
      importArchive: async () => assert.fail('there is no archive'),
    })
    const { kinds, faults } = tally.state
    return {
      users: kinds.users.imported,
      follows: kinds.follows.imported,
      rejected: tally.rejected,
      faults,
      most,
    }
  }
}

/** Passes chunks on, and calls `look` after each MiB. */
async function* watched(chunks: AsyncIterable<Buffer>, look: () => void): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes >= MIB) {
      bytes = 0
      look()
    }
    yield chunk
  }
}

const user = (id: number) => `{"id":${id},"id_str":"${id}","screen_name":"user${id}"}\n`

async function* longLine(
  before: string,
  filler: string,
  after: string,
  bytes: number,
): AsyncGenerator<Buffer> {
  yield Buffer.from(before)
  const block = Buffer.from(filler.repeat(MIB / filler.length))
  for (let sent = 0; sent < bytes; sent += block.length) yield block
  yield Buffer.from(after)
}

describe('a line of 2 GB is rejected once, the next lines are read, and memory use does not grow', () => {
  for (const [name, before, filler, after, expected] of [
    ['JSON', `${user(1)}{"text":"`, 'a', `"}\n${user(2)}`, { users: 2, follows: 0 }],
    ['follows', '1 2\n3 4\n', '5', '\n5 6\n', { users: 0, follows: 3 }],
  ] as const) {
    test(name, async (t) => {
      const run = await place(t)
      const input = longLine(before, filler, after, 2_048 * MIB)
      const { most, faults, rejected, ...imported } = await run([STANDARD_INPUT], input)
      assert.deepEqual([imported, rejected, faults], [expected, 1, []])
      assert.ok(most < MAX_GROWTH, `${Math.round(most / MIB)} MiB`)
    })
  }
})

const MEMBERS = 1_000_000

/** Writes a zip file in the zip64 form for large files; its directory lists one member many times. */
async function writeZip(path: string, count: number): Promise<void> {
  const name = Buffer.from('a.json')
  const content = Buffer.from('{}')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(name.length, 26)
  const member = Buffer.concat([local, name, content])
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50)
  entry.writeUInt32LE(crc32(content), 16)
  entry.writeUInt32LE(content.length, 20)
  entry.writeUInt32LE(content.length, 24)
  entry.writeUInt16LE(name.length, 28)
  const file = createWriteStream(path)
  const write = async (bytes: Buffer) => {
    if (!file.write(bytes)) await once(file, 'drain')
  }
  const many = Buffer.concat(Array.from({ length: 1_000 }, () => member))
  for (let sent = 0; sent < count; sent += 1_000) await write(many)
  for (let sent = 0; sent < count; sent += 1_000) {
    const entries = Array.from({ length: 1_000 }, (_, index) => {
      const one = Buffer.concat([entry, name])
      one.writeUInt32LE((sent + index) * member.length, 42)
      return one
    })
    await write(Buffer.concat(entries))
  }
  const from = count * member.length
  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x06064b50)
  end64.writeBigUInt64LE(BigInt(count), 32)
  end64.writeBigUInt64LE(BigInt(count * (entry.length + name.length)), 40)
  end64.writeBigUInt64LE(BigInt(from), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  locator.writeBigUInt64LE(BigInt(from + count * (entry.length + name.length)), 8)
  const end = Buffer.alloc(22, 0xff)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(0, 20)
  await write(Buffer.concat([end64, locator, end]))
  file.end()
  await once(file, 'close')
}

test('a zip file with more than 1,000,000 files in its directory is refused', async (t) => {
  const run = await place(t)
  const path = join(await temporaryDirectory(t), 'many.zip')
  await writeZip(path, MEMBERS + 1_000)
  const { faults, rejected } = await run([path])
  assert.match(faults[0]?.reason ?? '', /more than 1000000 files; unpack it/)
  assert.equal(rejected, 0)
  await rm(path)
})
