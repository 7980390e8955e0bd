import {
  type GeoPath,
  type GeoPermissibleObjects,
  type GeoProjection,
  geoArea,
  geoAzimuthalEqualArea,
  geoEqualEarth,
  geoPath,
} from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';

/** Countries too small for a shape: code, longitude and latitude in degrees. */
const PLACES =
  'AC -14.4 -7.9, AD 1.6 42.5, AG -61.8 17.3, AI -63.1 18.2, AS -170.7 -14.3, AW -70 12.5, ' +
  'AX 20 60.2, BB -59.6 13.2, BH 50.5 26, BL -62.8 17.9, BM -64.8 32.3, BQ -68.3 12.2, BV 3.4 -54.4, ' +
  'CC 96.8 -12.2, CK -159.8 -21.2, CV -24 16, CW -69 12.2, CX 105.7 -10.5, DM -61.4 15.4, ' +
  'FM 153.3 7.5, FO -6.9 62.1, GD -61.7 12.1, GF -53.1 3.9, GG -2.6 49.5, GI -5.4 36.1, ' +
  'GP -61.6 16.2, GS -36.5 -54.5, GU 144.8 13.4, HK 114.1 22.4, HM 73.5 -53.1, IM -4.5 54.2, ' +
  'IO 72.4 -7.3, JE -2.1 49.2, KI -167.9 0.9, KM 43.7 -11.9, KN -62.7 17.3, KY -80.9 19.4, ' +
  'LC -61 13.9, LI 9.5 47.1, MC 7.4 43.8, MF -63.1 18.1, MH 170.3 7, MO 113.5 22.2, MP 145.6 15.8, ' +
  'MQ -61 14.7, MS -62.2 16.7, MT 14.4 35.9, MU 57.6 -20.3, MV 73.5 3.7, NF 167.9 -29.1, ' +
  'NR 166.9 -0.5, NU -169.9 -19, PF -144.8 -14.7, PM -56.3 46.9, PN -128.3 -24.4, PW 134.4 7.3, ' +
  'RE 55.5 -21.1, SC 55.5 -4.7, SG 103.8 1.4, SH -9.7 -12.4, SJ 16 78.5, SM 12.5 43.9, ST 6.7 0.4, ' +
  'SX -63.1 18.1, TA -12.3 -37.1, TC -72 21.8, TK -171.8 -9.2, TO -174.8 -20.4, TV 179.2 -8.5, ' +
  'UM 166.6 19.3, VA 12.4 41.9, VC -61.2 13.2, VG -64.5 18.5, VI -64.8 18, WF -177.3 -13.9, ' +
  'WS -172.2 -13.8, YT 45.2 -12.8';

/** Degrees. */
interface SmallCountry {
  code: string;
  longitude: number;
  latitude: number;
}

/** Countries drawn as a dot. */
export const SMALL_COUNTRIES: readonly SmallCountry[] = PLACES.split(', ').map((place) => {
  const [code = '', longitude, latitude] = place.split(' ');
  return { code, longitude: Number(longitude), latitude: Number(latitude) };
});

/** Map width in map units, the unit of all paths and positions. */
export const MAP_WIDTH = 960;

export interface CountryShape {
  key: string;
  /** ISO 3166 alpha-2 code. */
  code: string;
  /** SVG path; null for dots. */
  path: string | null;
  /** Center of the largest part, for label and dot. */
  x: number;
  y: number;
}

type Topology = Parameters<typeof feature>[0];
type Shapes = Extract<ReturnType<typeof feature>, { features: unknown }>['features'];
type Geometry = Shapes[number]['geometry'];

/** Territories without a numeric code in the atlas, and the country of their leads. */
const CODE_BY_NAME: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };
const ANTARCTICA = '010';

// The atlas lacks types for its JSON.
function readShapes(): Shapes {
  const topology = world as unknown as Topology;
  const countries = topology.objects['countries'];
  const shapes = countries && feature(topology, countries);
  if (shapes?.type !== 'FeatureCollection') throw new Error('The atlas holds no countries');
  return shapes.features.filter(({ id }) => id !== ANTARCTICA);
}

/** Converts a numeric ISO 3166 code to alpha-2. */
function codeOf(numeric: string | number | undefined, name: unknown): string {
  if (numeric === undefined) return CODE_BY_NAME[String(name)] ?? '';
  return new Intl.Locale(`und-${String(numeric).padStart(3, '0')}`).region ?? '';
}

/** Returns the largest polygon; French Guiana would move France's center into the Atlantic. */
function mainPartOf(geometry: Geometry): GeoPermissibleObjects {
  if (geometry.type !== 'MultiPolygon') return geometry;
  const parts = geometry.coordinates.map((coordinates) => ({ type: 'Polygon' as const, coordinates }));
  return parts.reduce(
    (largest, part) => (geoArea(part) > geoArea(largest) ? part : largest),
    parts[0] ?? geometry,
  );
}

const EDGE = 6;
const shapes = readShapes();

const allGeometries: GeoPermissibleObjects = {
  type: 'GeometryCollection',
  geometries: [
    ...shapes.map(({ geometry }) => geometry),
    {
      type: 'MultiPoint',
      coordinates: SMALL_COUNTRIES.map(({ longitude, latitude }) => [longitude, latitude]),
    },
  ],
};

// Rotated so that the map's edge runs through the sea, not eastern Russia.
const worldProjection = geoEqualEarth()
  .rotate([-11, 0])
  .fitWidth(MAP_WIDTH - 2 * EDGE, allGeometries);
const [right, down] = worldProjection.translate();
worldProjection.translate([right + EDGE, down + EDGE]);
const [, [, bottom]] = geoPath(worldProjection).bounds(allGeometries);

/** Map units. */
export const MAP_HEIGHT = Math.ceil(bottom + EDGE);

/**
 * Extreme points of Europe's map: Ireland, North Cape, eastern Ukraine, the sea south of Crete and
 * Cyprus, Gibraltar.
 */
const EUROPE: GeoPermissibleObjects = {
  type: 'MultiPoint',
  coordinates: [
    [-10.5, 53],
    [25, 71.3],
    [40, 49],
    [25, 33.6],
    [33, 33.4],
    [-5.5, 36],
  ],
};

const FRAME: [[number, number], [number, number]] = [
  [0, 0],
  [MAP_WIDTH, MAP_HEIGHT],
];

function europeProjection(): GeoProjection {
  const inner: typeof FRAME = [
    [EDGE, EDGE],
    [MAP_WIDTH - EDGE, MAP_HEIGHT - EDGE],
  ];
  return geoAzimuthalEqualArea().rotate([-15, -53]).fitExtent(inner, EUROPE).clipExtent(FRAME);
}

export type MapArea = 'world' | 'europe';

/** Returns an area's countries, dots last to be drawn on top. */
export function shapesOf(area: MapArea): readonly CountryShape[] {
  drawn[area] ??= drawShapes(area === 'world' ? worldProjection : europeProjection());
  return drawn[area];
}

const drawn: Partial<Record<MapArea, readonly CountryShape[]>> = {};

function drawShapes(projection: GeoProjection): CountryShape[] {
  const draw = geoPath(projection).digits(1);
  return [
    ...shapes.flatMap((shape, index) => shapeOf(draw, shape, index)),
    ...SMALL_COUNTRIES.flatMap((place) => dotOf(projection, place)),
  ];
}

function shapeOf(draw: GeoPath, { id, properties, geometry }: Shapes[number], index: number): CountryShape[] {
  const path = draw(geometry);
  if (path === null) return [];
  // A country at the edge may show only a remote part.
  const [mainX, mainY] = draw.centroid(mainPartOf(geometry));
  const [x, y] = Number.isNaN(mainX) ? draw.centroid(geometry) : [mainX, mainY];
  return [{ key: `shape-${index}`, code: codeOf(id, properties?.['name']), path, x, y }];
}

function dotOf(
  projection: GeoProjection,
  { code, longitude, latitude }: (typeof SMALL_COUNTRIES)[number],
): CountryShape[] {
  const [x, y] = projection([longitude, latitude]) ?? [-1, -1];
  const inside = x >= 0 && x <= MAP_WIDTH && y >= 0 && y <= MAP_HEIGHT;
  return inside ? [{ key: code, code, path: null, x, y }] : [];
}
