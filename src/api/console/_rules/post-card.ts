/** Posts as the rule pages show them, with the places that make rules match. */
import { Type } from 'typebox'
import { filterPostOf } from '../../../domain/posts/read/filter-post.ts'
import { type StreamedView, worded } from '../../../domain/posts/read/post-view.ts'
import type { Expression } from '../../../filter/ast.ts'
import type { TextSpan } from '../../../filter/editing/evidence.ts'
import { type Explanation, explain } from '../../../filter/explain.ts'
import { loadViews } from '../../../views/load-post-views.ts'
import { uncachedPosts } from '../../_search/matching-posts.ts'
import type { Services } from '../../_services.ts'

const UNITS = 'In UTF-16 code units of the text; the end is exclusive.'

export const MARK = Type.Object(
  { text: Type.Integer({ description: 'Index in `texts`.' }), start: Type.Integer(), end: Type.Integer() },
  { description: UNITS },
)

export const POST_CARD = Type.Object(
  {
    id: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
    author: Type.Object({ id: Type.String(), username: Type.String(), name: Type.String() }),
    is_repost: Type.Boolean(),
    texts: Type.Array(Type.Object({ username: Type.String(), text: Type.String() }), {
      description: 'The text of the post, or of the original of a repost, then the text of the quoted post.',
    }),
    marks: Type.Array(MARK, { description: 'Places that make the rules match, in order, without overlaps.' }),
  },
  { title: 'ConsoleRulePost' },
)

/** Maximum posts of one response. */
export const MAX_CARDS = 20

/** A post with the places that make `rules` match. */
export function postCard(view: StreamedView, rules: readonly Expression[]) {
  const filtered = filterPostOf(view)
  const { post, author } = view
  const shown = worded(view)
  const authors = [shown.author, ...(shown.quoted === undefined ? [] : [shown.quoted.author])]
  return {
    id: String(post.id),
    created_at: new Date(post.createdAt).toISOString(),
    author: { id: String(author.id), username: author.screenName, name: author.name },
    is_repost: view.original !== undefined,
    texts: filtered.texts.map((text, index) => ({ username: authors[index]?.screenName ?? '', text })),
    marks: marksOf(rules.map((rule) => explain(rule, filtered))),
  }
}

/** The posts with these ids, in the order of the ids, without posts that may no longer be shown. */
export async function postCards(
  services: Pick<Services, 'store' | 'users'>,
  ids: readonly bigint[],
  rules: readonly Expression[],
): Promise<readonly ReturnType<typeof postCard>[]> {
  const shown = ids.slice(0, MAX_CARDS)
  const views = await loadViews(uncachedPosts(services), shown, { repliedTo: false, named: false })
  return shown.flatMap((id) => {
    const view = views.get(id)
    return view === undefined ? [] : [postCard(view, rules)]
  })
}

/** Places in the post where terms of the rules match, without negated terms. Overlapping places are merged. */
function marksOf(explanations: readonly Explanation[]): TextSpan[] {
  const spans = explanations
    .flatMap(spansIn)
    .toSorted((a, b) => a.text - b.text || a.start - b.start || b.end - a.end)
  const marks: TextSpan[] = []
  for (const span of spans) {
    const last = marks.at(-1)
    if (last === undefined || last.text !== span.text || last.end < span.start) marks.push(span)
    else if (span.end > last.end) marks[marks.length - 1] = { ...last, end: span.end }
  }
  return marks
}

function spansIn({ kind, evidence, parts }: Explanation): readonly TextSpan[] {
  if (kind === 'not') return []
  return kind === 'term' ? evidence.flatMap(({ spans }) => spans) : parts.flatMap(spansIn)
}
