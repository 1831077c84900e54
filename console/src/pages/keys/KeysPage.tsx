import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function KeysPage() {
  return <PageComesSoon title={SHELL.appTabs.keys} />
}
