import { Skeleton, Stack, type StackProps, VisuallyHidden } from '@mantine/core'
import { COMPONENTS } from '../text/components.ts'

interface Props {
  /** Number of lines, about as high as the content, so that the page does not move after the load. */
  readonly lines?: number
  /** Height of a line in pixels. */
  readonly height?: number
  /** Minimum height of all lines together, by width of the page, for content that does not consist of lines. */
  readonly room?: StackProps['mih']
}

/** Grey placeholder lines while content is being loaded. */
export function Loading({ lines = 4, height = 18, room }: Props) {
  return (
    <Stack gap="sm" p="xs" mih={room} aria-busy="true" role="status">
      <VisuallyHidden>{COMPONENTS.loading}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same.
        <Skeleton key={line} height={height} width={line === lines - 1 ? '60%' : '100%'} />
      ))}
    </Stack>
  )
}
