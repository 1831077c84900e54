import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function AppsPage() {
  return <PageComesSoon title={SHELL.apps} />
}
