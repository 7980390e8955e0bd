import type { Band, ScoredPair } from './linked-pair.ts';

/** People of a cluster; more of them would hide a chain of weak links. */
const MAX_CLUSTER = 20;

/** People that are likely one, by their places in ascending order. */
interface Cluster<Pair extends ScoredPair> {
  members: number[];
  pairs: Pair[];
  /** Weakest band among the links that hold it together. */
  band: Band;
}

/** Joins certain and likely pairs, strongest first. A possible pair between two clusters stays on its own. */
export function clusterPairs<Pair extends ScoredPair>(pairs: readonly Pair[]): Cluster<Pair>[] {
  const roots = new Map<number, number>();
  const joined = new Map<number, Cluster<Pair>>();
  const rootOf = (member: number): number => {
    let root = member;
    for (let next = roots.get(root); next !== undefined && next !== root; next = roots.get(root)) root = next;
    roots.set(member, root);
    return root;
  };
  const alone: Cluster<Pair>[] = [];
  const sorted = pairs.toSorted(
    (one, two) => two.probability - one.probability || one.a - two.a || one.b - two.b,
  );
  for (const pair of sorted) {
    const [one, two] = [rootOf(pair.a), rootOf(pair.b)];
    if (one === two) {
      joined.get(one)?.pairs.push(pair);
      continue;
    }
    const [left, right] = [joined.get(one), joined.get(two)];
    const members = [...(left?.members ?? [pair.a]), ...(right?.members ?? [pair.b])];
    if (pair.band === 'possible' || members.length > MAX_CLUSTER) {
      alone.push({ members: [pair.a, pair.b], pairs: [pair], band: pair.band });
      continue;
    }
    roots.set(two, one);
    joined.delete(two);
    const isCertain = [pair, left, right].every((part) => part === undefined || part.band === 'certain');
    const linked = [...(left?.pairs ?? []), ...(right?.pairs ?? []), pair];
    joined.set(one, { members, pairs: linked, band: isCertain ? 'certain' : 'likely' });
  }
  const clusters = [...joined.values(), ...alone];
  for (const { members } of clusters) members.sort((one, two) => one - two);
  return clusters;
}
