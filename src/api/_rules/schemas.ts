/** Schemas of the bodies of calls about rules, for the API document. */
import { Type } from 'typebox'

const ID = Type.String({ pattern: '^[0-9]{1,19}$' })

const RULE = Type.Object(
  { id: ID, value: Type.String(), tag: Type.Optional(Type.String()) },
  { title: 'Rule' },
)

const SENT = Type.String({ description: 'Time of the response.' })

export const RULE_LIST = Type.Object(
  {
    data: Type.Optional(Type.Array(RULE, { description: 'Absent when there are no rules.' })),
    meta: Type.Object({
      sent: SENT,
      result_count: Type.Optional(Type.Integer()),
      next_token: Type.Optional(Type.String()),
    }),
  },
  { title: 'RuleList' },
)

const RULE_ERROR = Type.Union([
  Type.Object({
    value: Type.String(),
    details: Type.Array(Type.String()),
    title: Type.Literal('UnprocessableEntity'),
    type: Type.String(),
  }),
  Type.Object({ value: Type.String(), id: ID, title: Type.Literal('DuplicateRule'), type: Type.String() }),
])

export const RULES_CREATED = Type.Object(
  {
    data: Type.Optional(Type.Array(RULE, { description: 'The created rules.' })),
    meta: Type.Object({
      sent: SENT,
      summary: Type.Object({
        created: Type.Integer(),
        not_created: Type.Integer(),
        valid: Type.Optional(Type.Integer()),
        invalid: Type.Optional(Type.Integer()),
      }),
    }),
    errors: Type.Optional(Type.Array(RULE_ERROR)),
  },
  { title: 'RulesCreated' },
)

export const RULES_DELETED = Type.Object(
  {
    meta: Type.Object({
      sent: SENT,
      summary: Type.Object({ deleted: Type.Integer(), not_deleted: Type.Integer() }),
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          errors: Type.Array(
            Type.Object({
              parameters: Type.Record(Type.String(), Type.Array(Type.String())),
              message: Type.String(),
            }),
          ),
          title: Type.String(),
          detail: Type.String(),
          type: Type.String(),
        }),
        { description: 'For each rule that does not exist.' },
      ),
    ),
  },
  { title: 'RulesDeleted' },
)

const NEW_RULES = Type.Array(Type.Object({ value: Type.String(), tag: Type.Optional(Type.String()) }))

const DELETION = Type.Object({
  ids: Type.Optional(Type.Array(ID)),
  values: Type.Optional(Type.Array(Type.String())),
})

export const RULE_CHANGE = Type.Union(
  [Type.Object({ add: NEW_RULES }), Type.Object({ delete: DELETION }), DELETION],
  { title: 'RuleChange' },
)
