import { createPart } from '../../ui/lazy-part.tsx'

/** The box of files, for any form that writes a message. */
export const attachBox = createPart(async () => (await import('./attach-box.tsx')).AttachBox)

/** The files that came with a message. */
export const messageFiles = createPart(async () => (await import('./message-files.tsx')).MessageFiles)
