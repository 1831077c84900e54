/** Makes zip files for tests, valid and invalid. */
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: string | Buffer
  /** True for an entry without compression. */
  readonly isStored?: boolean
  /** True if the sizes and the offset are written in the ZIP64 format. */
  readonly isLarge?: boolean
  readonly isEncrypted?: boolean
  readonly method?: number
  /** The uncompressed size in the header, if it must differ from the content. */
  readonly claimedSize?: number
  /** The checksum in the header, if it must differ from the content. */
  readonly crc?: number
}

/** Makes a zip file of these entries. */
export function zipBytes(entries: readonly ZipEntry[], comment = ''): Buffer {
  const locals: Buffer[] = []
  const contents: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, member } = partsOf(entry, offset)
    locals.push(local)
    contents.push(member)
    offset += local.length
  }
  const table = Buffer.concat(contents)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(table.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...locals, table, end, Buffer.from(comment)])
}

/** Makes a zip file of the files in a folder. */
export async function zipOfFolder(folder: string): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.flatMap((each) => (each.isFile() ? [join(each.parentPath, each.name)] : []))
  return zipBytes(
    await Promise.all(
      paths.map(async (path) => ({ name: relative(folder, path), content: await readFile(path) })),
    ),
  )
}

function partsOf(entry: ZipEntry, offset: number): { local: Buffer; member: Buffer } {
  const { isStored = false, isLarge = false, isEncrypted = false } = entry
  const content = Buffer.from(entry.content)
  const packed = isStored ? content : deflateRawSync(content)
  const name = Buffer.from(entry.name)
  const size = entry.claimedSize ?? content.length
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(isEncrypted ? 1 : 0, 2)
  common.writeUInt16LE(entry.method ?? (isStored ? 0 : 8), 4)
  common.writeUInt32LE(entry.crc ?? crc32(content), 10)
  common.writeUInt32LE(isLarge ? 0xffffffff : packed.length, 14)
  common.writeUInt32LE(isLarge ? 0xffffffff : size, 18)
  common.writeUInt16LE(name.length, 22)
  const extra = isLarge ? largeExtra(size, packed.length, offset) : Buffer.alloc(0)
  common.writeUInt16LE(extra.length, 24)
  const signature = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(isLarge ? 0xffffffff : offset, 10)
  return {
    local: Buffer.concat([signature(0x04034b50), common, name, extra, packed]),
    member: Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, rest, name, extra]),
  }
}

function largeExtra(size: number, packed: number, offset: number): Buffer {
  const extra = Buffer.alloc(28)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(24, 2)
  for (const [index, number] of [size, packed, offset].entries()) {
    extra.writeBigUInt64LE(BigInt(number), 4 + index * 8)
  }
  return extra
}
