import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function ReferencePage() {
  return <PageComesSoon title={SHELL.reference} />
}
