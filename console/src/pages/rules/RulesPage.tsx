import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function RulesPage() {
  return <PageComesSoon title={SHELL.appTabs.rules} />
}
