/** POST /console/api/apps/:app_id/rules/explain: why a rule matches a post or does not (spec/server.md#rule-tools). */
import { Type } from 'typebox'
import { filterPostOf } from '../../../../../domain/posts/read/filter-post.ts'
import { type Explanation, explain } from '../../../../../filter/explain.ts'
import { LARGEST_ID } from '../../../../../lib/ids/largest-id.ts'
import { loadViews } from '../../../../../views/load-post-views.ts'
import { consoleBody } from '../../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import { PATH_ID, PRODUCT_MEMBER, requireRule, ruleDesk, VALUE_MEMBER } from '../../../_rules/parameters.ts'
import { MARK, POST_CARD, postCard } from '../../../_rules/post-card.ts'

const BODY = consoleBody(
  Type.Object({
    value: VALUE_MEMBER,
    product: PRODUCT_MEMBER,
    post: Type.String({ maxLength: 200, description: 'The id of a post, or its address.' }),
  }),
)

const PART = Type.Object({
  kind: Type.Union([Type.Literal('and'), Type.Literal('or'), Type.Literal('not'), Type.Literal('term')]),
  depth: Type.Integer({ description: 'Number of enclosing parts.' }),
  start: Type.Integer({ description: 'In UTF-16 code units of the rule.' }),
  end: Type.Integer({ description: 'Exclusive.' }),
  matches: Type.Boolean(),
  evidence: Type.Array(Type.Object({ field: Type.String(), value: Type.String(), spans: Type.Array(MARK) })),
})

const EXPLAINED = Type.Object(
  {
    matches: Type.Boolean(),
    post: POST_CARD,
    parts: Type.Array(PART, {
      description: 'The whole rule, and then its parts. Each part comes before the parts inside it.',
    }),
  },
  { title: 'ConsoleExplanation' },
)

export const explainRule = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/rules/explain'],
  summary: 'Result of each part of a rule for a post, and the matching places in the post.',
  params: { app_id: PATH_ID },
  body: BODY.spec,
  answers: [{ schema: EXPLAINED }],
  errors: ['app-not-found', 'field-invalid', 'rule-invalid', 'post-not-found'],
  async handle({ services, caller, params, json }) {
    const { value, product, post } = BODY.read(json)
    const rule = requireRule(await ruleDesk(services, caller, params.app_id, product), value)
    const view = await findView(services, post)
    if (view === undefined) throw new ConsoleProblem('post-not-found', { field: 'post' })
    const explanation = explain(rule, filterPostOf(view))
    return jsonAnswer({
      matches: explanation.isTrue,
      post: postCard(view, [rule]),
      parts: partsOf(explanation, unitOffsets(value), 0),
    })
  },
})

/**
 * The post with this id, or with a URL that ends with its id; undefined if there is no public post with this
 * id.
 */
async function findView(services: Parameters<typeof loadViews>[0], post: string) {
  const digits = /([0-9]{1,19})\/?(?:[?#].*)?$/.exec(post.trim())?.[1]
  const id = digits === undefined ? LARGEST_ID : BigInt(digits)
  if (digits === undefined || id > LARGEST_ID) return undefined
  return (await loadViews(services, [id], { repliedTo: false, named: false })).get(id)
}

function partsOf(
  { kind, span, isTrue, evidence, parts }: Explanation,
  unitsOf: (codePoints: number) => number,
  depth: number,
): object[] {
  const [start, end] = [unitsOf(span.start), unitsOf(span.end)]
  const part = { kind, depth, start, end, matches: isTrue, evidence }
  return [part, ...parts.flatMap((each) => partsOf(each, unitsOf, depth + 1))]
}

/** Converts offsets in a text from code points to UTF-16 code units. */
function unitOffsets(text: string): (codePoints: number) => number {
  const offsets = [0]
  for (const character of text) offsets.push((offsets.at(-1) ?? 0) + character.length)
  return (codePoints) => offsets[codePoints] ?? text.length
}
