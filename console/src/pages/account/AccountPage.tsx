import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function AccountPage() {
  return <PageComesSoon title={SHELL.account} />
}
