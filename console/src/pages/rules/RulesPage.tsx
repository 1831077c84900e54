import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { EDITOR, RULES } from '../../text/rules.ts'
import { ProductChoice } from './ProductChoice.tsx'
import { productSearch } from './products.ts'
import { useRules } from './queries.ts'
import { RuleDesk } from './RuleDesk.tsx'
import { RuleTable } from './RuleTable.tsx'
import { useRulesSearch } from './use-rules-search.ts'

/** Shows the rules of an app, and an editor with tools that try a rule. */
export function RulesPage() {
  usePageTitle(RULES.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/rules' })
  const { search, product, change } = useRulesSearch()
  const of = { appId, product }
  const rules = useRules(of)
  // The text of a new rule is kept while the user chooses another API or another rule.
  const draft = useRef('')
  return (
    <>
      <ProductChoice
        product={product}
        onChange={(next) => change({ product: productSearch(next).product, edit: undefined })}
      />
      <Loaded query={rules} lines={8}>
        {(data) => {
          const edited = data.rules.find(({ id }) => id === search.edit)
          const isGone = search.edit !== undefined && edited === undefined
          return (
            <>
              {isGone ? (
                <Section title={EDITOR.editTitle}>
                  <EmptyState
                    title={EDITOR.gone}
                    action={
                      <Button variant="default" onClick={() => change({ edit: undefined })}>
                        {EDITOR.newRule}
                      </Button>
                    }
                  >
                    {EDITOR.goneAdvice}
                  </EmptyState>
                </Section>
              ) : (
                <RuleDesk
                  key={edited?.id ?? 'new'}
                  of={of}
                  edited={edited}
                  initial={edited?.value ?? draft.current}
                  onChange={(value) => {
                    if (edited === undefined) draft.current = value
                  }}
                  maxLength={data.max_length}
                />
              )}
              <Section
                title={RULES.title}
                description={RULES.limits(data.rules.length, data.max_rules)}
                isFlush
              >
                <RuleTable of={of} rules={data.rules} />
              </Section>
            </>
          )
        }}
      </Loaded>
    </>
  )
}
