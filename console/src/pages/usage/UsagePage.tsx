import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function UsagePage() {
  return <PageComesSoon title={SHELL.appTabs.usage} />
}
