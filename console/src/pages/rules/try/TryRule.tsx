import { Tabs } from '@mantine/core'
import { Section } from '../../../components/Section.tsx'
import { TRY } from '../../../text/rules.ts'
import type { Rule } from '../queries.ts'
import { TOOLS } from '../search.ts'
import { useRulesSearch } from '../use-rules-search.ts'
import { Backtest } from './Backtest.tsx'
import { Compare } from './Compare.tsx'
import { Explain } from './Explain.tsx'
import type { ToolProps } from './tool-props.ts'

/** Shows the tools that try the rule in the editor, one in each tab. */
export function TryRule({ edited, ...tool }: ToolProps & { readonly edited: Rule | undefined }) {
  const { search, change } = useRulesSearch()
  const shown = search.tool ?? (search.post === undefined ? 'matches' : 'explain')
  return (
    <Section title={TRY.title} description={TRY.description}>
      <Tabs value={shown} onChange={(value) => change({ tool: TOOLS.find((each) => each === value) })}>
        <Tabs.List>
          {TOOLS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {TRY.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="matches" pt="md">
          <Backtest {...tool} />
        </Tabs.Panel>
        <Tabs.Panel value="compare" pt="md">
          <Compare {...tool} saved={edited?.value} />
        </Tabs.Panel>
        <Tabs.Panel value="explain" pt="md">
          <Explain {...tool} />
        </Tabs.Panel>
      </Tabs>
    </Section>
  )
}
