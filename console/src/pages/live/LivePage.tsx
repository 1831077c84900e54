import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function LivePage() {
  return <PageComesSoon title={SHELL.appTabs.live} />
}
