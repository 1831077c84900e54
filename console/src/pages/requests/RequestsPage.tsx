import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function RequestsPage() {
  return <PageComesSoon title={SHELL.appTabs.requests} />
}
