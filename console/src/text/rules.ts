/** Texts of the rules and of the live view. */
export const RULES = {
  title: 'Rules of the filtered stream',
  limits: (used: number, max: number) =>
    `${used} of ${max} rules. Open connections use a change immediately.`,
  none: 'No rules yet',
  noneAdvice: 'Write a rule above. Posts that match it are sent to the connected stream of the app.',
  newTitle: 'New rule',
  rule: 'Rule',
  ruleAdvice: 'Words, "phrases", #tags and operators such as from:alice. A space means AND.',
  tag: 'Tag',
  tagAdvice: 'Optional; sent with each match.',
  save: 'Add rule',
  backtest: 'Matches of seven days',
  remove: 'Delete',
  removeTitle: 'Delete this rule?',
  removeAdvice: 'Connections stop sending its matches immediately, and its counter is lost.',
  matched: 'Matches',
  lastMatch: 'Last match',
  length: (length: number, max: number) => `${length} of ${max} characters`,
  expected: (tokens: readonly string[]) => `Possible here: ${tokens.join(' · ')}`,
  found: (count: number) => `${count.toLocaleString('en')} posts of the last seven days match.`,
  partly: 'Only the newest posts were examined.',
} as const

export const LIVE = {
  title: 'Live view',
  description:
    'Posts that the rules of the app match, as they happen. It takes no connection of the app and counts no usage.',
  pause: 'Pause',
  resume: 'Resume',
  posts: 'Matching posts',
  none: 'No matches yet',
  noneAdvice: 'Posts appear here when they match a rule of the app.',
  removed: 'This post was deleted or hidden.',
} as const
