import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { exportPostsFile } from '../../../exporters/posts.ts'
import { firstSnowflakeAt } from '../../../lib/ids/snowflake.ts'
import type { ImportItem, TableOptions, TableRow } from '../../items.ts'
import { InvalidItem } from '../../json-fields.ts'
import { storeBatch } from '../../store-batch.ts'
import { TABLE_FORMS } from '../index.ts'

const TIME = Date.UTC(2020, 7, 12, 10)
const FIRST_ID = firstSnowflakeAt(TIME)

function id(number: number): string {
  return String(FIRST_ID + BigInt(number))
}

/** A table as text: a header and rows, with tabs between cells. */
interface Table {
  readonly form: string
  readonly header: string
  readonly rows: readonly string[]
  readonly options?: TableOptions
}

interface ReadTable {
  readonly items: readonly ImportItem[]
  readonly reasons: readonly string[]
  readonly notes: readonly string[]
}

/** Reads rows in the same way as the reader of tables. */
function readTable({ form: name, header, rows, options = {} }: Table): ReadTable {
  const columns =
    header === '' ? [] : header.split('\t').map((one) => one.toLowerCase().replace(/[\s_-]/g, ''))
  const cells = rows.map((row) => row.split('\t'))
  const form = TABLE_FORMS.find((one) => one.matches(columns, cells[0] ?? []))
  assert.equal(form?.name, name)
  assert.ok(form !== undefined)
  const names = columns.length === 0 ? (form.columns ?? []) : columns
  const reasons: string[] = []
  const notes: string[] = []
  const items = cells.flatMap((row) => {
    const fields: TableRow = Object.fromEntries(names.map((column, index) => [column, row[index] ?? '']))
    try {
      return form.items(fields, (path, fault) => notes.push(`${path}: ${fault}`), options)
    } catch (error) {
      if (!(error instanceof InvalidItem)) throw error
      reasons.push(error.message)
      return []
    }
  })
  return { items, reasons, notes }
}

type Exported = Readonly<Record<string, unknown>> & {
  readonly id_str: string
  readonly user: Exported
  readonly retweeted_status?: Exported
}

const PRINTED_USERS = [
  "{'username': 'fay', 'id': 107}",
  `{'_type': 'snscrape.modules.twitter.User', 'username': 'fay', 'id': 107, 'displayname': "Fay's", 'rawDescription': 'the id\\'s', 'x': {'id': 5}}`,
  "User(username='fay', id=107, displayname='Fay', description='', created=datetime.datetime(2011, 1, 2))",
  'https://twitter.com/fay',
  'Fay the Great',
]

/** A hash in place of a user id, and its id, as in tables of information operations. */
const HASH = 'a6f7a6ba3fd2ef4cb9d05a6bf04ee4e6cab7e1ce1a4ff3fe0d1b0dcd5cd63e3c'
const HASHED_ID = '188356779116142946'

const TABLES: readonly Table[] = [
  {
    form: 'twarc-csv table',
    header:
      'id\tconversation_id\treferenced_tweets.replied_to.id\treferenced_tweets.retweeted.id\treferenced_tweets.quoted.id\tauthor_id\tin_reply_to_user_id\tretweeted_user_id\tretweeted_username\tcreated_at\ttext\tlang\tpublic_metrics.retweet_count\tpublic_metrics.like_count\tentities.hashtags\tentities.urls\tauthor.id\tauthor.username\tauthor.name\tauthor.description\tgeo.coordinates.coordinates',
    rows: [
      `${id(1)}\t${id(1)}\t\t\t\t11\t\t\t\t2020-08-12T10:00:00.000Z\tone\\n#owl https://t.co/a\ten\t1\t2\t["owl"]\t["https://a.example/"]\t11\tann\tAnn\tI am ann\t[13.4, 52.5]`,
      `${id(2)}\t${id(2)}\t\t${id(3)}\t\t12\t\t13\tcat\t2020-08-12T10:00:00.000Z\tthe original whole\ten\t7\t8\t\t\t12\tben\tBen\t\t`,
    ],
  },
  {
    form: 'twarc table',
    header:
      'id\ttweet_url\tcreated_at\tparsed_created_at\tuser_screen_name\ttext\ttweet_type\thashtags\tretweet_count\tretweet_or_quote_id\tretweet_or_quote_screen_name\tretweet_or_quote_user_id\tuser_id\tuser_name',
    rows: [
      `${id(11)}\thttps://twitter.com/ann/status/${id(11)}\tWed Aug 12 10:00:00 +0000 2020\t2020-08-12 10:00:00+00:00\tann\ttwarc one\toriginal\t\t3\t\t\t\t11\tAnn`,
      `${id(12)}\thttps://twitter.com/ben/status/${id(12)}\tWed Aug 12 10:00:00 +0000 2020\t2020-08-12 10:00:00+00:00\tben\tof the original\tretweet\t\t3\t${id(13)}\tcat\t13\t12\tBen`,
    ],
  },
  {
    form: 'Hydrator table',
    header:
      'coordinates\tcreated_at\thashtags\tmedia\turls\tfavorite_count\tid\tin_reply_to_screen_name\tin_reply_to_status_id\tin_reply_to_user_id\tlang\tplace\tpossibly_sensitive\tquote_id\tretweet_count\tretweet_id\tretweet_screen_name\tsource\ttext\ttweet_url\tuser_created_at\tuser_id\tuser_name\tuser_screen_name',
    rows: [
      `\tWed Aug 12 10:00:00 +0000 2020\ta b\t\t\t4\t${id(21)}\t\t\t\ten\t\tfalse\t\t3\t${id(22)}\tdog\tweb\tRT @dog: hydrated\thttps://twitter.com/ben/status/${id(21)}\tMon Jan 02 10:00:00 +0000 2012\t12\tBen\tben`,
    ],
  },
  {
    form: 'DMI-TCAT table',
    header:
      'id\ttime\tcreated_at\tfrom_user_name\ttext\tfilter_level\tlang\tin_reply_to_status_id\tlat\tlng\tfrom_user_id\tfrom_user_realname',
    rows: [`29\t1143000000\t2006-03-22 04:00:00\tann\ttcat\tlow\ten\t\t52.5\t13.4\t11\tAnn Real`],
  },
  {
    form: 'TAGS table',
    header:
      'id_str\tfrom_user\ttext\tcreated_at\ttime\tuser_lang\tfrom_user_id_str\tsource\tstatus_url\tentities_str',
    rows: [
      `${Number(id(31)).toPrecision(6).toUpperCase()}\tann\ttags #owl\tWed Aug 12 10:00:00 +0000 2020\t12/08/2020 11:00:00\ten\t1.1E+01\tweb\thttp://twitter.com/ann/statuses/${id(31)}\t{"hashtags":[{"text":"owl","indices":[5,9]}],"polls":[{"id":1293500000000001999}]}`,
    ],
  },
  {
    form: 'sentiment140 table',
    header: '',
    rows: ['0\t1467810369\tMon Apr 06 22:19:45 PDT 2009\tNO_QUERY\ttheolduser\tis upset'],
  },
  {
    form: 'rtweet table',
    header:
      'user_id\tstatus_id\tcreated_at\tscreen_name\ttext\tretweet_status_id\tretweet_text\tretweet_user_id\tretweet_screen_name',
    rows: [
      `x11\tx${id(41)}\t2020-08-12 10:00:00\tann\trtweet one\tNA\tNA\tNA\tNA`,
      `x12\tx${id(42)}\t2020-08-12 10:00:00\tben\tRT @cat: rt\tx${id(43)}\trt whole\tx13\tcat`,
    ],
  },
  {
    form: 'table of an information operation',
    header:
      'tweetid\tuserid\tuser_display_name\tuser_screen_name\tuser_reported_location\tuser_profile_description\tuser_profile_url\tfollower_count\tfollowing_count\taccount_creation_date\taccount_language\ttweet_language\ttweet_text\ttweet_time\ttweet_client_name\tin_reply_to_tweetid\tin_reply_to_userid\tquoted_tweet_tweetid\tis_retweet\tretweet_userid\tretweet_tweetid\tlatitude\tlongitude\tquote_count\treply_count\tlike_count\tretweet_count\thashtags\turls\tuser_mentions\tpoll_choices',
    rows: [
      `${id(55)}\t${HASH}\t${HASH}\t${HASH}\tBerlin\tI am hashed\tabsent\t7\t8\t2014-05-21\tde\tde\tan operation\t2020-08-12 10:00\tAn app\tabsent\tabsent\tabsent\tfalse\tabsent\tabsent\tabsent\tabsent\t1\t2\t3\t4\t[]\t[]\t[]\tabsent`,
      `${id(56)}\t${HASH.toUpperCase()}\t${HASH}\t${HASH}\tabsent\tabsent\tabsent\t7\t8\t2014-05-21\tde\tde\ta reply\t2020-08-12 10:00\tAn app\t${id(55)}\t${HASH}\tabsent\tfalse\tabsent\tabsent\tabsent\tabsent\t0\t0\t0\t0\t\t\t\t`,
    ],
  },
  {
    form: 'russian-troll-tweets table',
    header:
      'external_author_id\tauthor\tcontent\tregion\tlanguage\tpublish_date\tretweet\taccount_category\ttweet_id',
    rows: [`9.06E+17\tTROLL_A\ttroll\tUnknown\tEnglish\t8/12/2020 10:00\t0\tRightTroll\t${id(51)}`],
  },
  {
    form: 'tweets.csv of an archive',
    header:
      'tweet_id\tin_reply_to_status_id\tin_reply_to_user_id\ttimestamp\tsource\ttext\tretweeted_status_id\tretweeted_status_user_id\tretweeted_status_timestamp\texpanded_urls',
    rows: [`${id(61)}\t\t\t2020-08-12 10:00:00 +0000\tweb\tof my archive\t\t\t\t`],
    options: { author: 11n },
  },
  {
    form: 'table of posts',
    header: 'tweet id\tbody\tusername',
    rows: [`${id(71)}\tNone\t@Ann`, `${id(72)}\tanother\tnewname`, `${id(73)}\tand another\tNewName`],
  },
  {
    // A user of snscrape that pandas has printed into a cell of a csv file.
    form: 'table of posts',
    header: 'url\tdate\trawContent\tid\tuser',
    rows: PRINTED_USERS.map(
      (user, index) =>
        `https://twitter.com/fay/status/${id(90 + index)}\t\tscraped\t${id(90 + index)}\t${user}`,
    ),
  },
]

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/data-files.md#tables: forms of tables on ${engine}`, () => {
    test('every form is recognised and stored, and an export contains it', async (t) => {
      const { context, store } = await testRuntime(t, await freshConfig(t, engine))
      for (const table of TABLES) {
        const { items, reasons } = readTable(table)
        assert.deepEqual(reasons, [], table.form)
        const refused: string[] = []
        for (const item of items) {
          if ('count' in item) continue
          await storeBatch(context, [item], async (_, outcome) => {
            for (const { reason } of outcome.refused) refused.push(reason)
          })
        }
        assert.deepEqual(refused, [], table.form)
      }
      assertStored(await exported(t, store))
    })
  })
}

async function exported(t: TestContext, store: Parameters<typeof exportPostsFile>[0]) {
  const file = join(await temporaryDirectory(t), 'posts.jsonl')
  await exportPostsFile(store, file)
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const posts = new Map(
    lines.map((line) => {
      const post = JSON.parse(line) as Exported
      return [post.id_str, post] as const
    }),
  )
  return (digits: string) => posts.get(digits) ?? assert.fail(`no post ${digits}`)
}

function assertStored(post: (digits: string) => Exported): void {
  const shown = (digits: string) => [post(digits)['full_text'], post(digits).user['screen_name']]
  assert.deepEqual(
    shown(id(1)),
    ['one\n#owl https://t.co/a', 'ann'],
    'twarc-csv writes line breaks as two characters',
  )
  const { hashtags, urls } = post(id(1))['entities'] as Record<string, readonly Exported[]>
  assert.deepEqual([hashtags?.[0]?.['indices'], urls?.[0]?.['expanded_url']], [[4, 8], 'https://a.example/'])
  assert.equal(post(id(1)).user['description'], 'I am ann')
  assert.deepEqual(
    shown(id(3)),
    ['the original whole', 'cat'],
    'a repost of twarc-csv carries the text of its original',
  )
  assert.deepEqual([post(id(3))['retweet_count'], post(id(3))['favorite_count']], [7, 8], 'and its counts')
  assert.equal(post(id(2)).retweeted_status?.id_str, id(3))
  assert.deepEqual(
    [shown(id(11)), shown(id(13))],
    [
      ['twarc one', 'ann'],
      ['of the original', 'cat'],
    ],
  )
  assert.equal(post(id(12)).retweeted_status?.id_str, id(13))
  assert.deepEqual(shown(id(22)), ['RT @dog: hydrated', 'dog'], 'an original whose author has a name only')
  assert.equal(post(id(21)).retweeted_status?.id_str, id(22))
  assert.deepEqual(
    [post('29')['full_text'], post('29')['created_at']],
    ['tcat', 'Wed Mar 22 04:00:00 +0000 2006'],
  )
  assert.deepEqual(shown(id(31)), ['tags #owl', 'ann'], 'the address keeps the id')
  assert.deepEqual(
    [shown('1467810369'), post('1467810369')['created_at']],
    [['is upset', 'theolduser'], 'Tue Apr 07 05:19:45 +0000 2009'],
  )
  assert.deepEqual(
    [shown(id(41)), shown(id(43))],
    [
      ['rtweet one', 'ann'],
      ['rt whole', 'cat'],
    ],
  )
  assert.deepEqual(shown(id(51)), ['troll', 'TROLL_A'])
  assertHashed(post(id(55)), post(id(56)))
  assert.deepEqual(shown(id(61)), ['of my archive', 'ann'])
  assert.deepEqual(shown(id(71)), ['None', 'ann'], 'a name of a user who is there')
  for (const index of PRINTED_USERS.keys()) {
    const { user } = post(id(90 + index))
    assert.deepEqual(
      [user.id_str, user['screen_name'], user['name']],
      ['107', 'fay', "Fay's"],
      `row ${index}`,
    )
  }
  assert.equal(post(id(72)).user.id_str, post(id(73)).user.id_str, 'a new user is the same in later imports')
}

/** Checks the post of a user with a hashed id, and a reply to it. */
function assertHashed(post: Exported, reply: Exported): void {
  const { user } = post
  assert.deepEqual(
    [user.id_str, user['screen_name'], user['location'], user['created_at']],
    [HASHED_ID, `user_${HASHED_ID}`, 'Berlin', 'Wed May 21 00:00:00 +0000 2014'],
  )
  assert.deepEqual(
    [post['full_text'], post['favorite_count'], post['lang'], post['source']],
    ['an operation', 3, 'de', 'An app'],
  )
  assert.deepEqual(
    [reply['in_reply_to_status_id_str'], reply['in_reply_to_user_id_str']],
    [post.id_str, HASHED_ID],
  )
  assert.notEqual(reply.user.id_str, HASHED_ID, 'hashes in Base64 have upper and lower case')
}

describe('spec/data-files.md#tables: rows without an exact id', () => {
  const test = slowOnPostgres('sqlite')
  const election: Table = {
    form: 'US Election 2020 table',
    header:
      'created_at\ttweet_id\ttweet\tlikes\tretweet_count\tsource\tuser_id\tuser_name\tuser_screen_name\tcollected_at',
    rows: [
      '2020-10-15 00:00:01\t1.316529221557252e+18\tan election\t1.0\t2.0\tweb\t11.0\tAnn\tann\t2020-10-21 00:00:00',
    ],
  }

  test('an id that was published as a float is rejected, and --new-ids makes the same id in every import', () => {
    const { items, reasons } = readTable(election)
    assert.deepEqual([items.length, reasons.length], [0, 1])
    assert.match(reasons[0] ?? '', /^id 1.316529221557252e\+18 is rounded: .* or use --new-ids$/)
    const once = readTable({ ...election, options: { newIds: true } })
    const again = readTable({ ...election, options: { newIds: true } })
    const idOf = ({ items: [item] }: ReadTable) =>
      item?.kind === 'posts' ? item.bundle.posts[0]?.id : undefined
    assert.equal(typeof idOf(once), 'bigint')
    assert.equal(idOf(once), idOf(again))
  })

  test('a user with a hashed id and a screen name is found by name', () => {
    const { items } = readTable({
      form: 'table of posts',
      header: 'tweet_id\ttext\tuser_id\tscreen_name\tname',
      rows: [`${id(87)}\tx\t${HASH}\tann\tAnn`],
    })
    const [item] = items
    const [named] = item?.kind === 'posts' ? (item.bundle.byName ?? []) : []
    assert.deepEqual(named?.author, { screenName: 'ann', name: 'Ann' })
  })

  test('a column of post ids wins over a column of row numbers', () => {
    const { items } = readTable({
      form: 'table of posts',
      header: 'id\ttweet_id\ttext\tuser_id',
      rows: [`0\t${id(85)}\tx\t11`, `1\t${id(86)}\ty\t11`],
    })
    const ids = items.map((item) => item.kind === 'posts' && String(item.bundle.posts[0]?.id))
    assert.deepEqual(ids, [id(85), id(86)])
  })

  test('only texts in tables of scrapers are read as unescaped', () => {
    const read = (header: string, more: string) => {
      const { items } = readTable({
        form: 'table of posts',
        header,
        rows: [`${id(81)}\ta &amp; b < c\tann\t11${more}`],
      })
      const [item] = items
      const content = item?.kind === 'posts' ? item.bundle.posts[0]?.content : undefined
      return (JSON.parse(content ?? '{}') as { readonly text?: string }).text
    }
    assert.equal(read('id\ttweet\tusername\tuser_id\ttimezone', '\t+0200'), 'a &amp; b < c')
    assert.equal(read('id\ttweet\tusername\tuser_id', ''), 'a & b < c')
  })

  test('a cell that is no user name is reported, and the author is the one in the URL of the post', () => {
    const read = (user: string) => {
      const { items, notes, reasons } = readTable({
        form: 'table of posts',
        header: 'url\trawContent\tid\tuser',
        rows: [`https://twitter.com/fay/status/${id(95)}\tx\t${id(95)}\t${user}`],
      })
      const [item] = items
      const [author] = item?.kind === 'posts' ? (item.bundle.byName ?? []) : []
      return [author?.author.screenName, notes, reasons]
    }
    assert.deepEqual(read('Fay the Great'), ['fay', ['user.screen_name: no user name'], []])
    assert.deepEqual(read('{broken'), ['fay', ['user.screen_name: no user name'], []])
    assert.deepEqual(read('https://twitter.com/gus'), ['gus', [], []])
  })

  test('a table of an archive is refused with advice if --author is missing', () => {
    const { reasons } = readTable({
      form: 'tweets.csv of an archive',
      header: 'tweet_id\ttimestamp\tsource\ttext\tretweeted_status_id\texpanded_urls',
      rows: [`${id(61)}\t2020-08-12 10:00:00 +0000\tweb\tx\t\t`],
    })
    assert.deepEqual(reasons, ['there is no author; name the author of all posts with --author ID'])
  })

  test('the links of a table of an archive get the addresses in its column expanded_urls', () => {
    const read = (text: string, urls: string) => {
      const { items, notes, reasons } = readTable({
        form: 'tweets.csv of an archive',
        header: 'tweet_id\ttimestamp\ttext\tretweeted_status_id\texpanded_urls',
        rows: [`${id(61)}\t2020-08-12 10:00:00 +0000\t${text}\t\t${urls}`],
        options: { author: 11n },
      })
      assert.deepEqual(reasons, [])
      const [item] = items
      assert.ok(item?.kind === 'posts')
      const { urls: entities = [] } = JSON.parse(item.bundle.posts[0]?.content ?? '{}') as {
        readonly urls?: readonly {
          url: string
          expanded_url: string
          display_url: string
          indices: number[]
        }[]
      }
      return { links: entities.map(({ url, expanded_url }) => [url, expanded_url]), entities, notes }
    }
    const [one, two] = ['https://t.co/aaaaaaaaaa', 'https://t.co/bbbbbbbbbb']
    const [a, b] = ['http://a.example/x,y?z=1', 'https://b.example/a/very/long/path/of/an/address']
    assert.deepEqual(read(`see ${one} and ${two}`, `${a},${b}`).links, [
      [one, a],
      [two, b],
    ])
    assert.equal(read(two, b).entities[0]?.display_url, 'b.example/a/very/long/pa…')
    // The link of several photos is repeated in the column, and a link may be repeated in the text.
    assert.deepEqual(read(`four photos ${one}`, `${a},${a},${a},${a}`).links, [[one, a]])
    assert.deepEqual(read(`${one} ${two} ${one}`, `${a},${b}`).links, [
      [one, a],
      [two, b],
      [one, a],
    ])
    assert.deepEqual(read(`a &amp; 🐦 ${one}`, a).entities[0]?.indices, [10, 33])
    // Before 2011, texts had the addresses themselves.
    assert.deepEqual(read(`old http://example.org/1 ${one}`, a).links, [
      ['http://example.org/1', 'http://example.org/1'],
      [one, a],
    ])
    assert.deepEqual(read(`old http://example.org/1`, 'http://example.org/1').notes, [])
    const wrong = read(`${one} ${two}`, a)
    assert.deepEqual(wrong.links, [
      [one, one],
      [two, two],
    ])
    assert.deepEqual(wrong.notes, ['expanded_urls: not one for each link'])
    assert.deepEqual(read('no link', '').notes, [])
  })

  test('a table of users is imported without the counts in it', () => {
    const { items } = readTable({
      form: 'table of users',
      header: 'id\tcreated_at\tusername\tname\tdescription\tpublic_metrics.followers_count',
      rows: ['11\t2012-01-02T10:00:00.000Z\tann\tAnn\tI am ann\t900', 'x12\t\tben\t\t\t'],
    })
    assert.deepEqual(
      items.map(
        (item) =>
          item.kind === 'user' && [item.user.id, item.user.screenName, item.user.profile?.description],
      ),
      [
        [11n, 'ann', 'I am ann'],
        [12n, 'ben', undefined],
      ],
    )
  })
})
