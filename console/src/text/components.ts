/** Texts of the shared components. */
export const COMPONENTS = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select the text and copy it by hand',
  loading: 'Loading',
  secretOnce: 'This is shown once. Copy it now; it cannot be read again after this page is closed.',
  cancel: 'Cancel',
  close: 'Close',
  typeName: (name: string) => `Type ${name} to confirm`,
  nameDiffers: 'The text differs from the name.',
  rows: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`,
  sortBy: (column: string) => `Sort by ${column}`,
  never: 'never',
  live: {
    connecting: 'Connecting',
    open: 'Live',
    waiting: (seconds: number) => `Reconnecting in ${seconds} s`,
    paused: 'Paused',
    failed: 'Ended',
    reconnected: 'connected again; events in between may be missing',
    dropped: (count: number) => `${count.toLocaleString('en')} dropped`,
  },
} as const
