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
export interface SmallCountry {
  code: string;
  longitude: number;
  latitude: number;
}

/** Countries drawn as a dot. */
export const SMALL_COUNTRIES: readonly SmallCountry[] = PLACES.split(', ').map((place) => {
  const [code = '', longitude, latitude] = place.split(' ');
  return { code, longitude: Number(longitude), latitude: Number(latitude) };
});
