/**
 * Cases for every command of twarc2. In the arguments, `>name` is a file that the command writes. `<name` is
 * a file that an earlier command wrote or, with `input`, a file with that text.
 */
import type { Case } from '../support/cases.ts'
import { byFirst, first, idsOf } from '../support/facts.ts'

/** The input of a command: one item per line. */
function lines(...items: readonly (string | undefined)[]): { readonly input: string } {
  return { input: items.map((item) => `${item}\n`).join('') }
}

/** A time as twarc writes it: whole seconds, UTC. */
function wordOf(at = 0): string {
  return new Date(at).toISOString().slice(0, 19)
}

const SETTING_UP: readonly Case[] = [
  {
    call: 'configure',
    kwargs: ({ app, ada }) => ({
      stdin: [
        '',
        app.consumer_key,
        app.consumer_secret,
        '2',
        ada.token.access_token,
        `${ada.token.access_token_secret}\n`,
      ].join('\n'),
    }),
    sees: () => ({ isConfigured: true }),
  },
  { call: 'version', sees: () => ({ stdout: 'twarc v2.14.0\n' }) },
]

const SEARCH: readonly Case[] = [
  {
    call: 'search',
    args: (network) => ['--max-results', '10', `from:${first(network)}`, '>search'],
    sees: (network) => ({ ids: idsOf(byFirst(network)), 'lines.#': Math.ceil(byFirst(network).length / 10) }),
  },
  {
    call: 'search',
    note: '--archive',
    args: () => ['--archive', 'from:jack', '>archive'],
    sees: () => ({ ids: ['51', '29'], 'lines.0.includes.users.*.username': ['jack'] }),
  },
  {
    call: 'search',
    note: '--sort-order relevancy, as a user',
    args: ({ bob }) => ['--sort-order', 'relevancy', `from:${bob.name}`, '>relevant'],
    sees: ({ thread }) => ({ ids: [thread.root.id] }),
  },
  {
    call: 'search',
    note: 'between times',
    args: (network) => [
      ...['--start-time', wordOf(byFirst(network)[8]?.at), '--end-time', wordOf(byFirst(network)[2]?.at)],
      ...[`from:${first(network)}`, '>times'],
    ],
    sees: (network) => ({ ids: idsOf(byFirst(network).slice(3, 9)) }),
  },
  {
    call: 'searches',
    args: () => ['<queries', '>searches'],
    kwargs: ({ authors }) => lines(`from:${authors[0]?.name}`, `from:${authors[1]?.name}`),
    sees: ({ week, authors }) => ({
      ids: authors
        .slice(0, 2)
        .flatMap((author) => idsOf(week.filter((post) => post.author.id === author.id))),
    }),
  },
  {
    call: 'searches',
    note: '--counts-only --combine-queries',
    args: () => ['--counts-only', '--combine-queries', '<queries', '>searches-counts'],
    kwargs: ({ authors }) => lines(`from:${authors[0]?.name}`, `from:${authors[1]?.name}`),
    sees: ({ week }) => ({ total: week.length / 2 }),
  },
  {
    call: 'counts',
    args: (network) => [`from:${first(network)}`, '>counts'],
    sees: (network) => ({ 'lines.0.meta.total_tweet_count': byFirst(network).length }),
  },
  {
    call: 'counts',
    note: '--archive',
    args: () => [
      ...['--archive', '--granularity', 'day', '--csv'],
      ...['--start-time', '2020-05-01', '--end-time', '2020-08-01', 'from:jonhoo', '>counts-archive'],
    ],
    sees: () => ({ total: 3, 'text.lines': 1 + 92 }),
  },
  {
    call: 'conversation',
    args: ({ thread }) => [thread.root.id, '>conversation'],
    sees: ({ thread }) => ({ ids: [...idsOf(thread.replies), thread.root.id] }),
  },
  {
    call: 'conversations',
    args: () => ['--archive', '<conversations', '>conversations'],
    kwargs: ({ thread }) => lines(thread.root.id),
    sees: ({ thread }) => ({ ids: [...idsOf(thread.replies), thread.root.id] }),
  },
]

const POSTS: readonly Case[] = [
  {
    call: 'tweet',
    args: ({ thread }) => [thread.root.id, '>tweet'],
    sees: ({ thread }) => ({ 'lines.0.data.*.text': [thread.root.text] }),
  },
  {
    call: 'hydrate',
    args: () => ['<ids', '>hydrate'],
    kwargs: ({ week, thread }) => lines(...idsOf(week), thread.root.id, '1'),
    sees: ({ week, thread }) => ({
      ids: [...idsOf(week), thread.root.id],
      'lines.1.errors.*.resource_id': ['1'],
    }),
  },
  {
    call: 'dehydrate',
    args: () => ['<search', '>dehydrate'],
    sees: (network) => ({ words: idsOf(byFirst(network)) }),
  },
  {
    call: 'flatten',
    args: () => ['<search', '>flatten'],
    sees: (network) => ({
      'lines.*.id': idsOf(byFirst(network)),
      'lines.0.author.username': first(network),
    }),
  },
  {
    call: 'csv',
    note: 'of the plugin',
    args: () => ['<search', '>csv'],
    sees: (network) => ({ 'csv.ids': idsOf(byFirst(network)) }),
  },
  {
    call: 'timeline',
    args: (network) => [network.authors[0]?.id, '>timeline'],
    sees: (network) => ({ ids: idsOf(byFirst(network)) }),
  },
  {
    call: 'timeline',
    note: '--use-search --exclude-retweets',
    args: (network) => ['--use-search', '--exclude-retweets', first(network), '>timeline-search'],
    sees: (network) => ({ ids: idsOf(byFirst(network)) }),
  },
  {
    call: 'timelines',
    args: () => ['<users', '>timelines'],
    kwargs: ({ authors }) => lines(authors[0]?.name, authors[1]?.id),
    sees: ({ week, authors }) => ({
      ids: authors
        .slice(0, 2)
        .flatMap((author) => idsOf(week.filter((post) => post.author.id === author.id))),
    }),
  },
  {
    call: 'mentions',
    args: ({ ada }) => [ada.name, '>mentions'],
    sees: ({ thread }) => ({ ids: [thread.replies[0]?.id] }),
  },
  {
    call: 'quotes',
    args: ({ thread }) => [thread.root.id, '>quotes'],
    sees: ({ thread }) => ({ ids: idsOf(thread.quotes) }),
  },
  {
    call: 'liking-users',
    args: ({ thread }) => [thread.root.id, '>liking-users'],
    sees: ({ ada, bob, cy }) => ({ ids: [cy.id, bob.id, ada.id] }),
  },
  {
    call: 'retweeted-by',
    args: ({ thread }) => [thread.root.id, '>retweeted-by'],
    sees: ({ thread }) => ({ ids: thread.reposters }),
  },
  {
    call: 'liked-tweets',
    args: ({ cy }) => [cy.name, '>liked-tweets'],
    sees: ({ thread }) => ({ ids: [thread.root.id] }),
  },
]

const USERS: readonly Case[] = [
  {
    call: 'followers',
    args: ({ star }) => [star.name, '>followers'],
    sees: ({ starFollowers }) => ({ ids: starFollowers }),
  },
  {
    call: 'following',
    args: ({ star }) => [star.id, '>following'],
    sees: ({ authors }) => ({ ids: authors.map(({ id }) => id).toReversed() }),
  },
  {
    call: 'users',
    args: () => ['<user-ids', '>users'],
    kwargs: ({ ada, bob }) => lines(ada.id, bob.id),
    sees: ({ ada, bob }) => ({ 'lines.0.data.*.username': [ada.name, bob.name] }),
  },
  {
    call: 'users',
    note: '--usernames',
    args: () => ['--usernames', '<user-names', '>users-names'],
    kwargs: ({ ada }) => lines(ada.name, 'nobody_here'),
    sees: ({ ada }) => ({ ids: [ada.id], 'lines.0.errors.*.value': ['nobody_here'] }),
  },
  {
    call: 'user',
    args: ({ star }) => ['name', star.name, '>user'],
    sees: ({ star }) => ({ 'lines.0.0.data.*.id': [star.id] }),
  },
]

const LISTS: readonly Case[] = [
  {
    call: 'lists lookup',
    args: (_, { list }) => [list, '>list'],
    sees: (_, { list }) => ({ 'lines.0.data.id': list, 'lines.0.data.member_count': 1 }),
  },
  {
    call: 'lists bulk-lookup',
    args: () => ['<list-ids', '>lists-bulk'],
    kwargs: (_, { list }) => lines(list),
    sees: (_, { list }) => ({ 'lines.0.data.id': list }),
  },
  {
    call: 'lists all',
    args: ({ ada }) => [ada.name, '>lists-all'],
    sees: (_, { list }) => ({ ids: [list] }),
  },
  {
    call: 'lists owned',
    args: ({ ada }) => [ada.name, '>lists-owned'],
    sees: (_, { list }) => ({ ids: [list] }),
  },
  {
    call: 'lists followed',
    args: ({ bob }) => [bob.name, '>lists-followed'],
    sees: (_, { list }) => ({ ids: [list] }),
  },
  {
    call: 'lists memberships',
    args: (network) => [first(network), '>lists-memberships'],
    sees: (_, { list }) => ({ ids: [list] }),
  },
  {
    call: 'lists followers',
    args: (_, { list }) => [list, '>lists-followers'],
    sees: ({ bob }) => ({ ids: [bob.id] }),
  },
  {
    call: 'lists members',
    args: (_, { list }) => [list, '>lists-members'],
    sees: ({ authors }) => ({ ids: [authors[0]?.id] }),
  },
  {
    call: 'lists tweets',
    args: (_, { list }) => [list, '>lists-tweets'],
    sees: (network) => ({ ids: idsOf(byFirst(network)) }),
  },
]

const STREAMS: readonly Case[] = [
  {
    call: 'stream-rules list',
    sees: () => ({ stderr: 'No rules yet. Add them with twarc2 stream-rules add\n' }),
  },
  { call: 'stream-rules add', args: () => ['--tag', 'cats', 'cat'] },
  { call: 'stream-rules add', note: 'another', args: () => ['dog'] },
  {
    call: 'stream-rules list',
    note: 'after two',
    sees: () => ({ stderr: '☑  cat (tag: cats)\n☑  dog (tag: )\n' }),
  },
  {
    call: 'stream-rules delete',
    args: () => ['dog'],
    sees: () => ({ stdout: '🗑  Deleted stream rule for dog\n' }),
  },
  {
    call: 'stream',
    args: () => ['--limit', '2', '>stream'],
    sees: ({ bob }) => ({
      'lines.*.matching_rules.*.tag': [['cats'], ['cats']],
      'lines.*.data.author_id': [bob.id, bob.id],
    }),
  },
  { call: 'stream-rules delete-all', sees: () => ({ stdout: '🗑  Deleted 1 rules.\n' }) },
  { call: 'sample', args: () => ['--limit', '1', '>sample'], sees: () => ({ 'lines.#': 1 }) },
]

const JOBS: readonly Case[] = [
  {
    call: 'compliance-job create',
    args: () => ['--no-wait', '--job-name', 'by twarc', 'users', '<job-ids'],
    kwargs: ({ ada, hidden }) => lines(ada.id, hidden.id),
  },
  {
    call: 'compliance-job list',
    args: () => ['--json-output', 'users'],
    saves: { job: 'answers.0.id' },
    sees: () => ({ 'answers.*.name': ['by twarc'] }),
  },
  {
    call: 'compliance-job get',
    args: (_, { job }) => ['--json-output', job],
    sees: (_, { job }) => ({ 'answers.0.id': job }),
  },
  {
    call: 'compliance-job download',
    args: (_, { job }) => [job, '>job'],
    sees: ({ hidden }) => ({ 'lines.*.id': [hidden.id], 'lines.*.reason': ['protected'] }),
  },
]

const PLACES: readonly Case[] = [
  { call: 'places', args: () => ['Nepal'], sees: () => ({ stdout: 'Nepal, Nepal [id=f1d3a53f8a3cc7e9]\n' }) },
]

export const TWARC_CASES: readonly Case[] = [
  ...SETTING_UP,
  ...SEARCH,
  ...POSTS,
  ...USERS,
  ...LISTS,
  ...STREAMS,
  ...JOBS,
  ...PLACES,
]
