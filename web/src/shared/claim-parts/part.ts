import { createPart } from '../../ui/lazy-part.tsx'

/** Loaded only for the few messages that are about a claim. */
export const mentionedClaim = createPart(async () => (await import('./mentioned-claim.tsx')).MentionedClaim)
export const claimLinks = createPart(async () => (await import('./claim-links.tsx')).ClaimLinks)
