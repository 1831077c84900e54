import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function CompliancePage() {
  return <PageComesSoon title={SHELL.compliance} />
}
