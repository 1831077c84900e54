import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { asProblem } from '../api/problem.ts'
import { COMPONENTS } from '../text/components.ts'
import { Dialog } from './Dialog.tsx'
import { ErrorState } from './ErrorState.tsx'

interface Props {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** The name that the user must type. Undefined if no name is required. */
  readonly name?: string
  /** The consequences of the change. */
  readonly children: ReactNode
  readonly action: string
  /** True for a change that can be undone. The button is then not red. */
  readonly isHarmless?: boolean
  /** Makes the change. The dialog closes when the promise resolves, and shows the problem when it rejects. */
  readonly onConfirm: () => Promise<unknown>
}

/** A dialog that asks for confirmation before a change. Most of these changes cannot be undone. */
export function ConfirmByName(props: Props) {
  const { opened, onClose, title, name, children, action, isHarmless = false, onConfirm } = props
  const [typed, setTyped] = useState('')
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const isRight = name === undefined || typed.trim() === name.trim()
  const close = () => {
    setTyped('')
    setError(undefined)
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isRight) return
    setRunning(true)
    setError(undefined)
    try {
      await onConfirm()
      close()
    } catch (reason) {
      setError(asProblem(reason))
    } finally {
      setRunning(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text component="div">{children}</Text>
          {name !== undefined && (
            <TextInput
              label={COMPONENTS.typeName(name)}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {error !== undefined && <ErrorState error={error} title={title} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {COMPONENTS.cancel}
            </Button>
            <Button
              type="submit"
              {...(isHarmless ? {} : { color: 'red.9' })}
              loading={isRunning}
              disabled={!isRight}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
