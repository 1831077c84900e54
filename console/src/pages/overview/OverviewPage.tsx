import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function OverviewPage() {
  return <PageComesSoon title={SHELL.overview} />
}
