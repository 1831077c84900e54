import { Button, Group } from '@mantine/core'
import { COMPONENTS } from '../text/components.ts'

interface Props {
  /** Text of the button that submits the form. */
  readonly submit: string
  readonly isRunning: boolean
  readonly onCancel: () => void
}

/** The buttons at the end of a form in a dialog. */
export function FormButtons({ submit, isRunning, onCancel }: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {COMPONENTS.cancel}
      </Button>
      <Button type="submit" loading={isRunning}>
        {submit}
      </Button>
    </Group>
  )
}
