import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { EDITOR, RULES } from '../../text/rules.ts'
import { useRules } from './queries.ts'
import { RuleDesk } from './RuleDesk.tsx'
import { RuleTable } from './RuleTable.tsx'
import { useRulesSearch } from './use-rules-search.ts'

/** The rules of an app, and one that is written, edited and tried. */
export function RulesPage() {
  usePageTitle(RULES.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/rules' })
  const { search, change } = useRulesSearch()
  const rules = useRules(appId)
  return (
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
              <RuleDesk key={edited?.id ?? 'new'} appId={appId} edited={edited} maxLength={data.max_length} />
            )}
            <Section
              title={RULES.title}
              description={RULES.limits(data.rules.length, data.max_rules)}
              isFlush
            >
              <RuleTable appId={appId} rules={data.rules} />
            </Section>
          </>
        )
      }}
    </Loaded>
  )
}
