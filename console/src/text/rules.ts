/** Texts of the pages about rules, and of the live view. */
const NUMBER = new Intl.NumberFormat('en')

const posts = (count: number) => `${NUMBER.format(count)} ${count === 1 ? 'post' : 'posts'}`

export const PRODUCT = {
  label: 'API',
  names: { '2': 'API v2', 'labs-1': 'Labs v1' },
  advice: {
    '2': 'Rules of /2/tweets/search/stream.',
    'labs-1': 'Rules of /labs/1/tweets/stream/filter, which has its own operators and limits.',
  },
} as const

export const RULES = {
  title: 'Rules of the filtered stream',
  limits: (used: number, max: number) =>
    `${NUMBER.format(used)} of ${NUMBER.format(max)} rules. Open connections use a change immediately.`,
  none: 'No rules yet',
  noneAdvice: 'Write a rule above. Posts that match it are sent to the connected stream of the app.',
  rule: 'Rule',
  tag: 'Tag',
  matched: 'Matches',
  lastMatch: 'Last match',
  counted: (count: number) => `${NUMBER.format(count)} ${count === 1 ? 'match' : 'matches'}`,
  last: 'last',
  actions: 'Actions',
  edit: 'Edit',
  live: 'Live',
  remove: 'Delete',
  /** Label of a button in a row, for screen readers. */
  of: (action: string, rule: string) => `${action}: ${rule}`,
  removeTitle: 'Delete this rule?',
  removeAdvice: 'Connections stop sending matches of the rule immediately, and its counter is lost.',
} as const

export const EDITOR = {
  newTitle: 'New rule',
  editTitle: 'Edit rule',
  editDescription: 'Saving replaces the rule in one step. The new rule has a new id and counts from zero.',
  gone: 'This rule does not exist any more',
  goneAdvice:
    'The rule may have been deleted or replaced. Choose another rule in the list, or write a new one.',
  newRule: 'New rule',
  rule: 'Rule',
  advice: 'Words, "phrases", #tags and operators such as from:alice. A space means AND.',
  example: 'cat has:images lang:en',
  operators: 'Insert operator',
  operatorsKeys: 'Control and space',
  length: (length: number, max: number) => `${NUMBER.format(length)} of ${NUMBER.format(max)} characters`,
  valid: 'The rule is valid.',
  checking: 'Checking the rule …',
  notLoaded:
    'The editor could not be loaded. Write the rule in the plain field. The server checks it as usual.',
  unchecked: 'The rule could not be checked. The server checks it again when you save it.',
  problem: (message: string) => `${message}.`,
  show: 'Show the place',
  expected: (tokens: readonly string[]) => `Possible here: ${tokens.join(' · ')}`,
  exampleOf: (example: string) => `Example: ${example}`,
  needsOthers: 'Cannot be the only term of a rule.',
  tag: 'Tag',
  tagAdvice: 'Optional; sent with each match.',
  add: 'Add rule',
  save: 'Save changes',
  cancel: 'Cancel',
  saved: 'The rule is saved',
  added: 'The rule is added',
} as const

export const TRY = {
  title: 'Try the rule',
  description: 'These tools change neither the rules of the app nor its usage or counters.',
  tabs: { matches: 'Seven days', compare: 'Compare', explain: 'Explain a post' },
  needsRule: 'Write a valid rule above first.',
  outdated: 'The rule has changed since this result. Run again for a new result.',
  partly: 'Only the newest posts were examined. The oldest of them is from',
  older: 'Examine older posts',
  staleIndex: 'The index of posts is being built; the figures may be too low.',
  showMore: (count: number) => `Show ${NUMBER.format(count)} more`,
  newest: 'Newest matches',
  explain: 'Explain',
  explainOf: (username: string) => `Explain the post of @${username}`,
  backtest: {
    advice: 'Counts the posts of the last seven days that the rule matches.',
    run: 'Find matches',
    found: (count: number) => `${posts(count)} of the last seven days ${count === 1 ? 'matches' : 'match'}.`,
    foundPartly: (count: number) => `${posts(count)} ${count === 1 ? 'matches' : 'match'} so far.`,
    none: 'No post of the last seven days matches',
    noneAdvice: 'Use fewer terms, or OR between them, or explain a post that should match.',
    chart: (count: number, most: number) =>
      `Matches by hour, ${NUMBER.format(count)} in total, ${NUMBER.format(most)} at most in one hour`,
    posts: 'Posts',
    month: 'In 30 days',
    monthOf: (count: number, cap: number) =>
      `about ${NUMBER.format(count)} of ${NUMBER.format(cap)} posts of a month`,
    peak: 'Most in one second',
    peakOf: (count: number, cap: number) => `${NUMBER.format(count)} (limit ${NUMBER.format(cap)})`,
    dropped: 'Left out by the limit',
    rule: 'Rule',
  },
  compare: {
    advice: 'Compares the saved rule with the edited rule over the last seven days.',
    run: 'Compare with the saved rule',
    same: 'The rule has no changes. Edit it above, then compare.',
    needsEdit: 'To compare a change, choose “Edit” at a rule in the list below.',
    onlyFrom: 'Only the saved rule',
    onlyTo: 'Only the edited rule',
    both: 'Both rules',
    equal: 'Both rules match the same posts.',
    noPosts: 'No posts',
    /** Screen readers read this text out. */
    result: (lost: number, gained: number, both: number) =>
      `Only the saved rule: ${NUMBER.format(lost)}. Only the edited rule: ${NUMBER.format(gained)}. Both: ${NUMBER.format(both)}.`,
  },
  explaining: {
    advice: 'Shows which parts of the rule a post satisfies, and where.',
    post: 'Post',
    postAdvice: 'The id of a post, or its address.',
    run: 'Explain',
    matches: 'The rule matches this post',
    matchesNot: 'The rule does not match this post',
    parts: 'Parts of the rule',
    kinds: { and: 'all of', or: 'one of', not: '', term: '' },
    isTrue: 'true',
    isFalse: 'false',
    fields: {
      text: 'text',
      hashtag: 'hashtag',
      cashtag: 'cashtag',
      mention: 'mention',
      link: 'link',
      author: 'author',
      reply_to: 'reply to',
      repost_of: 'repost of',
      annotation: 'annotation',
      fact: 'feature',
      language: 'language',
      sample: 'sample',
      post: 'post',
      bio: 'description of the author',
      page: 'linked page',
      place: 'place',
      count: 'count',
      source: 'source',
    } as Readonly<Record<string, string>>,
  },
} as const

export const POST = {
  reposted: 'reposted',
  /** Label of the quoted post, whose text follows the text of the post. */
  by: (username: string) => `@${username}:`,
} as const

export const LIVE = {
  title: 'Live view',
  description:
    'New posts that match the rules of the app. This view uses no connection of the app and counts no usage.',
  rule: 'Rule',
  allRules: 'All rules',
  pause: 'Pause',
  resume: 'Resume',
  resumeHeld: (count: number) => `Resume (${NUMBER.format(count)} held)`,
  held: (count: number) => `${posts(count)} ${count === 1 ? 'has' : 'have'} arrived since the pause.`,
  heldNewest: (count: number) => `The page keeps the newest ${NUMBER.format(count)} posts.`,
  clear: 'Clear',
  posts: 'Matching posts',
  none: 'No matches yet',
  noneAdvice: 'Posts appear here when they match a rule of the app. You can leave the page open.',
  nonePaused: 'The view is paused',
  nonePausedAdvice: 'Resume the view to see new posts.',
  noRules: 'The app has no rules',
  noRulesAdvice: 'Add a rule first. New matches of the rule appear here.',
  addRule: 'Add a rule',
  ruleGone: 'This rule does not exist any more',
  ruleGoneAdvice: 'The rule may have been deleted, or replaced by an edited rule.',
  showAll: 'Show all rules',
  removed: 'This post was deleted or hidden.',
  explain: 'Explain',
  explainOf: (rule: string) => `Explain why ${rule} matches`,
} as const
