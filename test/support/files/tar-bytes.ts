/** Makes tar files for tests, in the format ustar. */

/** Makes a tar file of these members, each with its name. A name may occur several times. */
export function tarBytes(members: readonly (readonly [name: string, content: Buffer | string])[]): Buffer {
  return Buffer.concat([
    ...members.map(([name, content]) => memberBytes(name, Buffer.from(content))),
    Buffer.alloc(1_024),
  ])
}

function memberBytes(name: string, bytes: Buffer): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        0', 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}
