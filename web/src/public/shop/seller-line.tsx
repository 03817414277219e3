import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { useIsSeller } from './use-is-seller.ts'

/** Loaded only for producers. */
const quoteLine = createPart(async () => (await import('./quote-line.tsx')).QuoteLine)

/** The person for whom a producer looks for plans, on every page of that search (AG-6); nothing for anyone else. */
export function SellerLine() {
  return useIsSeller() && <LazyPart part={quoteLine} props={{}} />
}
