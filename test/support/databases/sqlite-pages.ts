/**
 * Classifies the bytes of an SQLite file according to https://sqlite.org/fileformat2.html, as a reference for
 * tests of corruption that does not use the code of Aviary.
 */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'

/**
 * - `used`: content, or structure that leads to it.
 * - `free`: never read.
 * - `separator`: the key of an inner page of a table. Any value between its neighbours is valid.
 * - `placeholder`: the type of a row id column. A row stores no value for this column.
 * - `schema`: like `used`, in the SQL texts of tables and indexes, where letter case has no meaning.
 * - `header`: a header field that does not depend on the content: the schema cookie, or the version of the
 *   library that wrote last.
 */
export type ByteKind = 'used' | 'free' | 'separator' | 'placeholder' | 'schema' | 'header'

const INNER_INDEX = 2
const INNER_TABLE = 5
const LEAF_INDEX = 10
const LEAF_TABLE = 13

const SCHEMA_COOKIE = 40
const WRITER_VERSION = 96
const FILE_HEADER = 100

/** The kind of every byte of a complete file without a write-ahead log. */
export function byteKinds(file: string, bytes: Buffer): ByteKind[] {
  const walk = new Walk(bytes)
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const roots = db.prepare(ROOTS).all() as unknown as Root[]
    walk.tree(1, { content: 'schema', rowIdColumn: null })
    for (const { page, row_id } of roots) walk.tree(page, { content: 'used', rowIdColumn: row_id })
    walk.freelist()
  } finally {
    db.close()
  }
  walk.assertEveryPage()
  return walk.kinds
}

interface Root {
  readonly page: number
  /** The index of the column for the row id. Null when the table has no such column. */
  readonly row_id: number | null
}

const ROOTS = `select rootpage as page, (
    select c.cid from pragma_table_info(s.name) c
    where s.type = 'table' and c.pk = 1 and lower(c.type) = 'integer'
      and not exists (select 1 from pragma_table_info(s.name) d where d.pk = 2)
      and (select l.wr from pragma_table_list l where l.name = s.name) = 0
  ) as row_id from sqlite_schema s where rootpage > 0`

interface TreeKind {
  readonly content: 'used' | 'schema'
  readonly rowIdColumn: number | null
}

class Walk {
  readonly kinds: ByteKind[]
  readonly #bytes: Buffer
  readonly #pageSize: number
  readonly #seen = new Set<number>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#pageSize = bytes.readUInt16BE(16) === 1 ? 65_536 : bytes.readUInt16BE(16)
    this.kinds = new Array<ByteKind>(bytes.length).fill('free')
    this.#mark(0, FILE_HEADER, 'used')
    this.#mark(SCHEMA_COOKIE, 4, 'header')
    this.#mark(WRITER_VERSION, 4, 'header')
  }

  tree(page: number, tree: TreeKind): void {
    this.#seen.add(page)
    const start = this.#startOf(page)
    const header = page === 1 ? start + FILE_HEADER : start
    const type = this.#bytes[header] ?? 0
    assert.ok([INNER_INDEX, INNER_TABLE, LEAF_INDEX, LEAF_TABLE].includes(type), `page ${page} is a b-tree's`)
    const isInner = type === INNER_INDEX || type === INNER_TABLE
    const headerBytes = isInner ? 12 : 8
    this.#mark(header, headerBytes, 'used')
    const cells = this.#bytes.readUInt16BE(header + 3)
    this.#mark(header + headerBytes, cells * 2, 'used')
    for (let index = 0; index < cells; index++) {
      this.#cell(type, start + this.#bytes.readUInt16BE(header + headerBytes + index * 2), tree)
    }
    if (isInner) this.tree(this.#bytes.readUInt32BE(header + 8), tree)
    for (let block = this.#bytes.readUInt16BE(header + 1); block !== 0; ) {
      this.#mark(start + block, 4, 'used')
      block = this.#bytes.readUInt16BE(start + block)
    }
  }

  freelist(): void {
    for (let trunk = this.#bytes.readUInt32BE(32); trunk !== 0; ) {
      this.#seen.add(trunk)
      const start = this.#startOf(trunk)
      const leaves = this.#bytes.readUInt32BE(start + 4)
      this.#mark(start, 8 + leaves * 4, 'used')
      for (let leaf = 0; leaf < leaves; leaf++) this.#seen.add(this.#bytes.readUInt32BE(start + 8 + leaf * 4))
      trunk = this.#bytes.readUInt32BE(start)
    }
  }

  assertEveryPage(): void {
    assert.equal(this.#seen.size, this.#bytes.length / this.#pageSize, 'every page was walked')
  }

  #cell(type: number, at: number, tree: TreeKind): void {
    let place = at
    if (type === INNER_INDEX || type === INNER_TABLE) {
      this.#mark(place, 4, 'used')
      this.tree(this.#bytes.readUInt32BE(place), tree)
      place += 4
    }
    if (type === INNER_TABLE) {
      this.#mark(place, this.#varint(place).length, 'separator')
      return
    }
    const payload = this.#varint(place)
    place += payload.length
    if (type === LEAF_TABLE) place += this.#varint(place).length
    const local = this.#localBytes(type, payload.value)
    this.#mark(at, place - at, 'used')
    this.#mark(place, local, tree.content)
    if (type === LEAF_TABLE && tree.rowIdColumn !== null) this.#placeholder(place, tree.rowIdColumn)
    if (local < payload.value) {
      this.#mark(place + local, 4, 'used')
      this.#overflow(this.#bytes.readUInt32BE(place + local), payload.value - local, tree)
    }
  }

  /** A record begins with the length of its header and the types of its columns. */
  #placeholder(record: number, column: number): void {
    let place = record + this.#varint(record).length
    for (let before = 0; before < column; before++) place += this.#varint(place).length
    assert.equal(this.#bytes[place], 0, 'the row id is stored as nothing')
    this.#mark(place, 1, 'placeholder')
  }

  /** The number of payload bytes that are in the cell itself. */
  #localBytes(type: number, payload: number): number {
    const usable = this.#pageSize
    const max = type === LEAF_TABLE ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
    if (payload <= max) return payload
    const least = Math.floor(((usable - 12) * 32) / 255) - 23
    const wanted = least + ((payload - least) % (usable - 4))
    return wanted <= max ? wanted : least
  }

  #overflow(first: number, bytes: number, tree: TreeKind): void {
    let rest = bytes
    for (let page = first; page !== 0; ) {
      this.#seen.add(page)
      const start = this.#startOf(page)
      const here = Math.min(rest, this.#pageSize - 4)
      this.#mark(start, 4, 'used')
      this.#mark(start + 4, here, tree.content)
      rest -= here
      page = this.#bytes.readUInt32BE(start)
    }
  }

  #varint(at: number): { readonly value: number; readonly length: number } {
    let value = 0n
    for (let length = 1; length <= 9; length++) {
      const byte = this.#bytes[at + length - 1] ?? 0
      if (length === 9) return { value: Number((value << 8n) | BigInt(byte)), length }
      value = (value << 7n) | BigInt(byte & 0x7f)
      if (byte < 0x80) return { value: Number(value), length }
    }
    throw new Error('a varint has at most nine bytes')
  }

  #startOf(page: number): number {
    return (page - 1) * this.#pageSize
  }

  #mark(from: number, length: number, kind: ByteKind): void {
    this.kinds.fill(kind, from, from + length)
  }
}
