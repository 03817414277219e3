/**
 * A separate module, so that it is built into one file with the cards around it (`coverageParts` in `web/chunks.ts`), and no card shifts
 * the others when it loads.
 */
export { PrimaryCareCard as DoctorCard } from '../../shared/primary-care/primary-care-card.tsx'
