import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function UsersPage() {
  return <PageComesSoon title={SHELL.appTabs.users} />
}
