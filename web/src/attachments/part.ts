import { createPart } from '../ui/later.tsx'

/** The box of files, for any form that writes a message. */
export const attachBox = createPart(async () => (await import('./attach-box.tsx')).AttachBox)
