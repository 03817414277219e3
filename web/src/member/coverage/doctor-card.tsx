/** A module of its own, so that it is built into one file with the cards around it (`coverageParts` in `web/chunks.ts`), and none moves the others. */
export { PrimaryCareCard as DoctorCard } from '../../shared/primary-care/primary-care-card.tsx'
