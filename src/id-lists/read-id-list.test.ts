/** Reads every form of ids in files (spec/id-lists.md#accepted-forms), from bytes. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import { zipBytes } from '../../test/support/files/zip-bytes.ts'
import { byPart, slow, slowTest } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import type { IdSubject } from './parse-id.ts'
import { type InputFault, readIdList } from './read-id-list.ts'

const A = 490828800000000001n
const B = 490828800000000002n
const USER = 1500000001n

interface Read {
  readonly ids: readonly bigint[]
  readonly deleted: readonly bigint[]
  readonly faults: readonly InputFault[]
  readonly warnings: readonly InputFault[]
  readonly column: string | undefined
  readonly isRounded: boolean
}

async function read(
  content: string | Buffer,
  {
    subject = 'tweets',
    column,
    maxLength,
    size = 64 * 1024,
  }: { subject?: IdSubject; column?: string; maxLength?: number; size?: number } = {},
): Promise<Read> {
  const ids: bigint[] = []
  const deleted: bigint[] = []
  const faults: InputFault[] = []
  const warnings: InputFault[] = []
  const summary = await readIdList(
    inPieces(Buffer.from(content), size),
    { subject, column, maxLength },
    {
      async take(batch) {
        ids.push(...batch.ids)
        deleted.push(...batch.deleted)
      },
      fault: (fault) => faults.push(fault),
      warn: (warning) => warnings.push(warning),
    },
  )
  return { ids, deleted, faults, warnings, ...summary }
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function fixture(name: string): Buffer {
  return readFileSync(new URL(`../../test/fixtures/id-lists/${name}`, import.meta.url))
}

const POST = {
  id: 490828800000000000,
  id_str: String(A),
  text: 'first',
  user: { id: Number(USER), id_str: String(USER), screen_name: 'spritz_a' },
}
const INNER = { id_str: String(B), text: 'inner', user: { id_str: '42', screen_name: 'b' } }

const TWO: Readonly<Record<string, string | Buffer>> = {
  'an id a line': `${A}\n${B}\n`,
  'no line end at the end, CRLF, blanks, empty lines': ` ${A} \r\n\r\n${B}`,
  'returns alone': `${A}\r${B}\r`,
  'a byte order mark': `\ufeff${A}\n${B}\n`,
  comments: `# held\n${A}\n  # more\n${B}\n`,
  quotes: fixture('19-held-quoted.txt'),
  'single and typographic quotes': `'${A}'\n\u201c${B}\u201d\n`,
  'an apostrophe, an x, a comma behind': `'${A}\nx${B}\n${A},\n${B},`,
  'a spreadsheet formula': `="${A}"\n="${B}"\n`,
  'zeros in front': `000${A}\n${B}\n`,
  'id and score, with a header': fixture('19-held-scores.csv'),
  'id and score, without a header': `${A},0.5\n${B},0.1\n`,
  'id and label, without a header': `${A},0\n${B},1\n`,
  'tabs, quoted header': `"Tweet ID"\t"score"\n"${A}"\t0.5\n"${B}"\t0.1\n`,
  'a line that names the separator': `sep=;\ntweet-id;score\n${A};0,5\n${B};0,1\n`,
  'rows that R numbers': `"","x"\n"1","${A}"\n"2","${B}"\n`,
  semicolons: `score;status_id\n0,5;${A}\n0,1;${B}\n`,
  bars: `${A}|x\n${B}|y\n`,
  'blanks between': `${A} 0.5\n${B}   0.1\n`,
  'a header alone over ids': `tweet_id\n${A}\n${B}\n`,
  'a header of unknown names': `key,value\n${A},0.5\n${B},0.1\n`,
  'an index of pandas': `,id,text\n0,${A},a\n1,${B},b\n`,
  'cells over several lines, with commas and quotes': `id,text\n${A},"one, ""two""\n[three]\n"\n${B},"x"\n`,
  'a quote that does not end': `id,text\n${A},"abc\n${B},"def"\n`,
  'ids behind texts': `text,tweet_id,user_id\n"a, b",${A},1\nc,${B},2\n`,
  'a list of texts': `["${A}","${B}"]`,
  'a list of digits beyond 2^53': `[${A}, ${B}]`,
  'lists in lines': `[${A}]\n["${B}"]\n`,
  'objects with score': `[{"tweet_id":"${A}","score":0.5},{"tweet_id":${B},"score":0.1}]`,
  'objects in lines': `{"tweet_id":"${A}","score":0.5}\n{"id":${B},"score":0.1}\n`,
  'lists under a name': `{"tweet_ids":["${A}",${B}]}`,
  'posts of v1.1 in lines': `${JSON.stringify(POST)}\n${JSON.stringify(INNER)}\n`,
  'the case of the recorded posts': fixture('20-held-tweets.jsonl'),
  'a repost with its original': JSON.stringify({ ...POST, retweeted_status: INNER }),
  'a quote': JSON.stringify({ ...POST, quoted_status: INNER }),
  'a quote of which only the id is there': JSON.stringify({ ...POST, quoted_status_id_str: String(B) }),
  'printed over many lines': JSON.stringify([POST, INNER], null, 2),
  'glued objects': JSON.stringify(POST) + JSON.stringify(INNER),
  'a page of search': JSON.stringify({ statuses: [POST, INNER], search_metadata: {} }),
  'a look-up with map': `{"id":{"${A}":${JSON.stringify(POST)},"7":null,"${B}":${JSON.stringify(INNER)}}}`,
  'a page of API v2': JSON.stringify({
    data: [{ id: String(A), text: 'a', author_id: '42' }],
    includes: {
      tweets: [{ id: String(B), text: 'b', author_id: '43' }],
      users: [{ id: '42', username: 'x', name: 'x' }],
    },
    meta: { result_count: 1 },
  }),
  'twarc2, flattened': `${JSON.stringify({ id: String(A), text: 'a', author: { id: '42' }, referenced_tweets: [{ type: 'retweeted', id: String(B), text: 'b' }] })}\n`,
  'a stream of API v2': JSON.stringify({
    data: { id: String(A), text: 'a', referenced_tweets: [{ type: 'quoted', id: String(B) }] },
    matching_rules: [],
  }),
  'a recorded stream with notices': `${JSON.stringify(POST)}\n{"delete":{"status":{"id":5,"user_id":6}}}\n{"limit":{"track":3}}\n${JSON.stringify(INNER)}\n`,
  'activities of Gnip': JSON.stringify({
    objectType: 'activity',
    verb: 'share',
    id: `tag:search.twitter.com,2005:${A}`,
    actor: { id: 'id:twitter.com:42' },
    object: {
      objectType: 'activity',
      verb: 'post',
      id: `tag:search.twitter.com,2005:${B}`,
      actor: { id: 'id:twitter.com:43' },
    },
  }),
  'snscrape, with exact digits': `{"_type":"snscrape.modules.twitter.Tweet","id":${A},"rawContent":"x","date":"2014-07-20T12:00:00+00:00","user":{"id":42,"username":"x"},"quotedTweet":{"_type":"snscrape.modules.twitter.TweetRef","id":${B}}}`,
  'extended JSON of MongoDB': `{"_id":{"$oid":"5"},"id":{"$numberLong":"${A}"},"text":"a"}\n{"_id":ObjectId("5"),"id":NumberLong("${B}"),"text":"b","x":NaN}`,
  'one field of extended JSON': `{"tweet_id":{"$numberLong":"${A}"}}\n{"tweet_id":{"$numberLong":"${B}"}}`,
  'a file of an archive': `window.YTD.tweets.part0 = [ {\n "tweet" : { "id_str" : "${A}", "full_text" : "a" } },\n{ "tweet": {"id":"${B}","full_text":"b"} } ];`,
  'a file of an old archive': `Grailbird.data.tweets_2014_07 = \n [ ${JSON.stringify(POST)},\n ${JSON.stringify(INNER)} ]`,
  'a whole archive as one object': JSON.stringify({
    account: [{ account: { accountId: '42' } }],
    tweets: [
      { tweet: { id_str: String(A), full_text: 'a' } },
      { tweet: { id_str: String(B), full_text: 'b' } },
    ],
    follower: [{ follower: { accountId: '7' } }],
  }),
  'addresses of posts': `https://twitter.com/spritz_a/status/${A}?s=20\nhttps://x.com/i/web/status/${B}/photo/1\n`,
  'addresses beside rounded ids': `id_str,status_url\n4.908288E+17,https://twitter.com/a/statuses/${A}\n490828800000000000,http://www.twitter.com/a/status/${B}\n`,
  'a number that was rounded beside its text': `{"id":490828800000000000,"id_str":"${A}","text":"a"}\n{"id":${B},"text":"b"}`,
  gzip: gzipSync(`${A}\n${B}\n`),
  'two members of gzip': Buffer.concat([gzipSync(`${A}\n`), gzipSync(`${B}\n`), Buffer.alloc(512)]),
  zstd: zstdCompressSync(`${A}\n${B}\n`),
  bzip2: Buffer.from('QlpoOTFBWSZTWdav7RsAAAlIAAEQdGAgACCqjT0IQwIpJTmNWpjqMa+LuSKcKEhrV/aNgA==', 'base64'),
  'UTF-16 with a mark': Buffer.from(`\ufeff${A}\r\n${B}\r\n`, 'utf16le'),
  'UTF-16 without a mark': Buffer.from(`${A}\n${B}\n`, 'utf16le'),
  'UTF-16, the other way round': Buffer.from(`\ufeff${A}\n${B}\n`, 'utf16le').swap16(),
  'UTF-32': wide(`\ufeff${A}\n${B}\n`),
  'Latin-1 beside ids': Buffer.from(`id,text\n${A},caf\xe9\n${B},x\n`, 'latin1'),
}

function wide(text: string): Buffer {
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(character.codePointAt(0) ?? 0)
      return bytes
    }),
  )
}

test('spec/id-lists.md#accepted-forms: every format with ids is read, with all digits', async (t) => {
  for (const [form, content] of Object.entries(TWO)) {
    for (const size of [64 * 1024, 7]) {
      await t.test(`${form}, in pieces of ${size} bytes`, async () => {
        const { ids, faults } = await read(content, { size })
        assert.deepEqual({ ids: [...new Set(ids)].toSorted(), faults }, { ids: [A, B], faults: [] })
      })
    }
  }
})

test('spec/id-lists.md#rounded-ids: ids that lost digits are refused with a message about the lost digits, and are never read', async (t) => {
  const one: Readonly<Record<string, string>> = {
    'an exponent': '4.9E+17\n',
    'a small exponent': '4.9e17\n',
    'an exponent in quotes': '"4,90828800000000E+17"\n',
    'a fraction': '490828800000000000.0\n',
    'a fraction in a table': 'tweet_id,score\n1.316529221557252e+18,0.5\n',
    'a number of JSON': '[4.9e17]',
    'a fraction of JSON': '{"id":490828800000000000.0,"text":"a"}',
    'a double of MongoDB': '{"id":{"$numberDouble":"4.9E17"},"text":"a"}',
    'zeros behind the fifteenth digit': '490828800000000000\n',
    'zeros in a JSON number': '{"tweet_id":490828800000000000,"score":1}',
  }
  for (const [form, content] of Object.entries(one)) {
    await t.test(form, async () => {
      const { ids, faults } = await read(content)
      assert.deepEqual(ids, [])
      assert.match(faults[0]?.reason ?? '', /a spreadsheet has rounded these ids; export the column as text/)
      assert.equal(faults.length, 1)
    })
  }

  const list = (count: number, idOf: (index: number) => bigint | string) =>
    Array.from({ length: count }, (_, index) => idOf(index)).join('\n')
  const exact = (index: number) => A + BigInt(index * 7)
  const bySpreadsheet = (index: number) => 490828800000000000n + BigInt(index) * 1000n
  const byJavaScript = (index: number) => String(Number(1490828800000000001n + BigInt(index) * 12345n))

  await t.test('a list that a spreadsheet rounded is refused', async () => {
    assert.equal((await read(list(10, bySpreadsheet))).isRounded, true)
    const mixed = await read(list(19, (index) => (index < 2 ? bySpreadsheet(index) : exact(index))))
    assert.equal(mixed.isRounded, true)
  })
  await t.test('a list that JavaScript rounded is refused', async () => {
    assert.equal((await read(list(10, byJavaScript))).isRounded, true)
    assert.equal((await read(`[${list(10, byJavaScript).replaceAll('\n', ',')}]`)).isRounded, true)
  })
  await t.test('single rounded ids are reported, and other ids are read', async () => {
    const { isRounded, ids, faults } = await read(
      list(30, (index) => (index < 3 ? bySpreadsheet(index) : exact(index))),
    )
    assert.deepEqual([isRounded, ids.length, faults.map(({ place }) => place)], [false, 27, ['1', '2', '3']])
  })
  await t.test('ids that posts contain as texts are not reported as rounded', async () => {
    const posts = list(10, (index) => JSON.stringify({ id_str: String(bySpreadsheet(index)), text: 'a' }))
    const { isRounded, ids, faults } = await read(posts)
    assert.deepEqual([isRounded, ids.length, faults], [false, 10, []])
  })
})

test('spec/id-lists.md#accepted-forms: input that is not an id is reported with its line, and reading continues', async (t) => {
  const cases: Readonly<Record<string, readonly [content: string, places: readonly string[]]>> = {
    'a word': [`${A}\nnonsense\n${B}`, ['2']],
    'ids beyond 64 bits, 0, less than 0': [`${A}\n9223372036854775808\n0\n-5\n${B}`, ['2', '3', '4']],
    'a row without the column': [
      `score,tweet_id\n1,${A}\n2\n3,${B}\n4,5,6\n`.replace('4,5,6', '4,x'),
      ['3', '5'],
    ],
    'a row with one cell too many': [`x,tweet_id\n${list9()}a,b,${A}\n${`y,${B}\n`}`, ['11']],
    'an object without an id': [
      `{"id_str":"${A}","text":"a"}\n{"foo":{"id":1}}\n{"x":1,"y":2}\n{"id_str":"${B}","text":"b"}`,
      ['2', '3'],
    ],
    'a line of JSON that was cut off in a text': [
      `{"id_str":"${A}","text":"a"}\n{"id_str":"7","text":"a\n{"id_str":"${B}","text":"b"}`,
      ['2'],
    ],
    'a line of JSON that was cut off elsewhere': [
      `{"id_str":"${A}","text":"a"}\n{"id_str":"7","x":{\n{"id_str":"${B}","text":"b"}`,
      ['2'],
    ],
    'a page between lines of JSON': [
      `{"id_str":"${A}","text":"a"}\n<html>\n{"id_str":"${B}","text":"b"}`,
      ['2'],
    ],
    'a list that does not end': [`["${A}","${B}"`, ['1']],
    'different ids of one post': [`[{"id":5,"id_str":"7","text":"a"},"${A}","${B}"]`, ['1']],
    'users among posts': [`{"id_str":"5","screen_name":"x"}\n"${A}"\n"${B}"`, ['1']],
  }
  for (const [form, [content, places]] of Object.entries(cases)) {
    await t.test(form, async () => {
      const { ids, faults } = await read(content)
      assert.deepEqual(
        faults.map(({ place }) => place),
        places,
        JSON.stringify(faults),
      )
      const own = ids.filter((id) => id === A || id === B)
      assert.deepEqual([...new Set(own)].toSorted(), form.includes('too many') ? [B] : [A, B])
    })
  }
})

function list9(): string {
  return Array.from({ length: 9 }, (_, index) => `x,${index + 1}\n`).join('')
}

test('spec/id-lists.md#accepted-forms: the column of ids in a table is recognised, or the table is refused', async (t) => {
  await t.test('the name of the recognised column is returned', async () => {
    assert.equal((await read(fixture('19-held-scores.csv'))).column, 'tweet_id')
    assert.equal((await read(`${A},0.5\n`)).column, '1')
    assert.equal((await read(`${A}\n`)).column, undefined)
  })
  await t.test('a table with two columns of ids and no header is refused', async () => {
    for (const separator of [',', '\t', ' ']) {
      await assert.rejects(read(`${A}${separator}${B}\n`), {
        name: 'ColumnUnclear',
        message: /choose one/,
      })
    }
    await assert.rejects(read(`${A},${USER}\n`), { name: 'ColumnUnclear' })
    assert.deepEqual((await read(`5,${A},${B}\n`, { column: '3' })).ids, [B])
  })
  await t.test('a caller can choose a column by its name', async () => {
    assert.deepEqual((await read(`first,Second One\n${A},${B}\n`, { column: 'second_one' })).ids, [B])
    await assert.rejects(read(`first,second\n${A},${B}\n`, { column: 'third' }), { name: 'ColumnUnclear' })
  })
  await t.test('a table with columns for ids of the other subject is refused', async () => {
    await assert.rejects(read(`user_id,name\n${USER},x\n`), { message: /type users/ })
    await assert.rejects(read(`tweet_id\n${A}\n`, { subject: 'users' }), { message: /type tweets/ })
  })
})

test('spec/id-lists.md#accepted-forms: --type users reads users, and the authors of posts', async (t) => {
  const forms: Readonly<Record<string, string>> = {
    ids: `${USER}\n42\n`,
    'a table of posts': `id,author_id,text\n${A},${USER},a\n${B},42,b\n`,
    'users of v1.1': `{"id":${USER},"screen_name":"a"}\n{"id_str":"42","screen_name":"b"}\n`,
    'a page of v1.1': JSON.stringify({
      users: [
        { id_str: String(USER), screen_name: 'a' },
        { id: 42, screen_name: 'b' },
      ],
      next_cursor: 0,
    }),
    'a page of ids': JSON.stringify({ ids: [Number(USER), 42], next_cursor: 0 }),
    'a page of API v2': JSON.stringify({
      data: [
        { id: String(USER), username: 'a', name: 'a' },
        { id: '42', username: 'b', name: 'b' },
      ],
      meta: {},
    }),
    'authors of posts': `${JSON.stringify({ ...POST, quoted_status: INNER })}`,
    'authors of API v2': JSON.stringify({
      data: { id: '5', text: 'a', author_id: String(USER) },
      includes: { users: [{ id: '42', username: 'b', name: 'b' }] },
    }),
    addresses: `https://twitter.com/i/user/${USER}\nhttps://twitter.com/intent/user?user_id=42\n`,
    'followers of an archive': `window.YTD.follower.part0 = [{"follower":{"accountId":"${USER}"}},{"follower":{"accountId":"42"}}]`,
  }
  for (const [form, content] of Object.entries(forms)) {
    await t.test(form, async () => {
      const { ids, faults } = await read(content, { subject: 'users' })
      assert.deepEqual({ ids: [...new Set(ids)], faults }, { ids: [USER, 42n], faults: [] })
    })
  }
})

test('spec/batch-compliance.md#results: deleted ids in the results of earlier checks are returned separately', async () => {
  const { ids, deleted } = await read(
    `{"id":"${A}","action":"delete","reason":"suspended"}\n{"id":"${B}","action":"none","reason":"available"}`,
  )
  assert.deepEqual([deleted, ids], [[A], [B]])
})

test('spec/file-recognition.md#containers: archives of several files are read, and errors name the member', async () => {
  const tar = Buffer.from(
    await packTar([
      { header: { name: 'a/ids.txt', size: 19 }, body: `${A}\n` },
      { header: { name: 'b.jsonl', size: 0 }, body: '' },
      { header: { name: 'c.txt', size: 2 }, body: 'x\n' },
      { header: { name: 'd.png', size: 64 }, body: Buffer.alloc(64, '\x89PNG\r\n\x1a\n\0\x01', 'latin1') },
    ]),
  )
  const zip = zipBytes([
    { name: 'inner.txt.gz', content: gzipSync(`${B}\nnone\n`) },
    { name: '__MACOSX/x', content: Buffer.from('x') },
  ])
  for (const [content, id, place] of [
    [tar, A, 'c.txt:1'],
    [gzipSync(tar), A, 'c.txt:1'],
    [zip, B, 'inner.txt.gz:2'],
  ] as const) {
    const { ids, faults } = await read(content)
    assert.deepEqual([ids, faults.map((fault) => fault.place)], [[id], [place]])
  }
  assert.deepEqual(
    (await read(tar)).warnings.map(({ place }) => place),
    ['d.png'],
  )
})

test('spec/file-recognition.md#containers: a member that cannot be read is reported, and other members are read', async (t) => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n\0\x01\x02\x03', 'latin1')
  const cutOff = gzipSync(`${B}\n`.repeat(9)).subarray(0, -9)
  const encrypted = zipBytes([{ name: 'x.txt', content: Buffer.from(`${B}\n`), isEncrypted: true }])
  const members: Readonly<Record<string, readonly [Buffer, RegExp | undefined]>> = {
    'a.xz': [Buffer.from('\xfd7zXZ\0rest', 'latin1'), /unxz/],
    'a.parquet': [Buffer.from(`PAR1${'.'.repeat(20_000)}`), /CSV/],
    'a.npy': [Buffer.alloc(20_000, '\x93\0\x01\x02', 'latin1'), /not text/],
    'a.gz': [cutOff, /truncated/],
    'a.zip': [encrypted, /password|encrypted/],
    'a.png': [png, undefined],
  }
  for (const [name, [content, reason]] of Object.entries(members)) {
    await t.test(name, async () => {
      const last = Buffer.from(`${A}\n`)
      const zip = zipBytes([
        { name, content },
        { name: 'z.txt', content: last },
      ])
      const tar = Buffer.from(
        await packTar([
          { header: { name, size: content.length }, body: content },
          { header: { name: 'z.txt', size: last.length }, body: last },
        ]),
      )
      for (const packed of [zip, tar, gzipSync(tar)]) {
        const { ids, faults, warnings } = await read(packed)
        assert.equal(ids.at(-1), A)
        const [fault] = faults
        assert.deepEqual(
          [faults.length, warnings.length, fault?.place.split('/')[0]],
          reason === undefined ? [0, 1, undefined] : [1, 0, name],
        )
        if (reason !== undefined) assert.match(fault?.reason ?? '', reason)
      }
    })
  }
})

test('spec/file-recognition.md#containers: unreadable input is reported with advice, and never counts as read', async (t) => {
  const packed = gzipSync(`${A}\n${'5\n'.repeat(byPart(20_000, 100_000))}`)
  const damaged = Buffer.from(packed)
  damaged[packed.length - 6] = (damaged[packed.length - 6] ?? 0) ^ 1
  const cases: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
    xz: [Buffer.from('\xfd7zXZ\0rest', 'latin1'), /unxz/],
    '7z': [Buffer.from('7z\xbc\xaf\x27\x1crest', 'latin1'), /7z/],
    Parquet: [Buffer.from('PAR1....'), /CSV/],
    SQLite: [Buffer.from('SQLite format 3\0'), /CSV/],
    'a workbook': [
      zipBytes([{ name: 'xl/workbook.xml', content: Buffer.from('<x/>') }]),
      /export its sheets/,
    ],
    'a page': [Buffer.from('<!DOCTYPE html><html></html>'), /page/],
    'what Python prints': [Buffer.from("[{'id': 5}]"), /json\.dumps/],
    'chance bytes': [Buffer.alloc(4096, 'a1\0\x02\x03\x04', 'latin1'), /not text/],
    'gzip that is cut off': [packed.subarray(0, -20), /truncated/],
    'gzip that is damaged': [damaged, /corrupt/],
    'a bomb': [gzipSync(Buffer.alloc(4 * 1024 * 1024, '5\n')), /100 times/],
    'gzip in gzip in gzip …': [
      [1, 2, 3, 4, 5].reduce((inner) => gzipSync(inner), Buffer.from(`${A}`)),
      /decompress it/,
    ],
  }
  for (const [form, [content, reason]] of Object.entries(cases)) {
    await t.test(form, form === 'a bomb' ? slow : {}, async () => {
      const { faults } = await read(content)
      assert.match(faults.at(-1)?.reason ?? '', reason)
    })
  }
  await t.test('an upload may not decompress to more than the maximum size', async () => {
    const { faults } = await read(gzipSync(`${A}\n`.repeat(1_000)), { maxLength: 10_000 })
    assert.match(faults[0]?.reason ?? '', /more than 10000 bytes/)
  })
  await t.test('bytes after gzip data are reported, and the gzip data is read', async () => {
    const { ids, warnings } = await read(Buffer.concat([gzipSync(`${A}\n`), Buffer.from('more')]))
    assert.deepEqual([ids, warnings.length], [[A], 1])
  })
})

test('the ids of a list are the same for any division of the list into chunks', async () => {
  const id = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).filter((each) => !/0{2,}$/.test(String(each)))
  await fc.assert(
    fc.asyncProperty(
      fc.array(id, { minLength: 1, maxLength: 30 }),
      fc.constantFrom('\n', '\r\n', ',\n'),
      fc.constantFrom('', '"', "'"),
      fc.integer({ min: 1, max: 50 }),
      async (ids, end, quote, size) => {
        const text = ids.map((each) => `${quote}${each}${quote}`).join(end)
        assert.deepEqual((await read(text, { size })).ids, ids)
        assert.deepEqual((await read(JSON.stringify(ids.map(String)), { size })).ids, ids)
        assert.deepEqual((await read(`[${ids.join(', ')}]`, { size })).ids, ids)
      },
    ),
  )
})

test('no text is skipped without a report, and no text makes the reader throw', async () => {
  const word = fc.oneof(
    fc.constantFrom(
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      '\n',
      '\r',
      ';',
      '\t',
      '|',
      ' ',
      '#',
      "'",
      '\\',
      ':',
      'id',
      'null',
      '4.9E+17',
    ),
    fc.constant(String(A)),
    fc.string({ maxLength: 4 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      async (words, size) => {
        const text = words.join('')
        const outcome = await read(text, { size }).catch((error: Error) => error)
        if (outcome instanceof Error) return assert.equal(outcome.name, 'ColumnUnclear')
        const isEmpty = !/[^\s\ufeff,;[\]{}"|]/.test(text)
        if (!isEmpty && !/[iI][dD]|null|#/.test(text))
          assert.ok(outcome.ids.length + outcome.faults.length > 0, text)
      },
    ),
    { numRuns: 500 },
  )
})

slowTest('hostile lines take time in proportion to their length', async () => {
  const apostrophes = `${"'".repeat(9)}x\n`
  for (const line of ['""\n', '"\n', apostrophes, 'x"y,"\n', '{"a":"\n', '[[\n']) {
    const text = `x"y,"z\n${line.repeat(50_000)}`
    const { ids, faults } = await read(text).catch(() => ({ ids: [], faults: [{}] }))
    assert.deepEqual([ids.length, faults.length > 0], [0, true], line)
  }
  assert.deepEqual((await read(`${"'".repeat(3_000_000)}x\n${A}`)).ids, [A])
})
