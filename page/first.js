// What a newcomer sees before the program is there: carts of a recorded run (recording.js), drawn as page/src/ui/cart.rs draws
// them, and the run's curve. Only where the address leads to Start. The program takes its place when it is mounted.

(() => {
  const asked = new URLSearchParams(location.search);
  const leads = [...asked].every(([name, value]) => name === "device" || (name === "view" && value === "start"));
  const first = document.getElementById("first");
  if (!leads || typeof recording !== "object") return;
  first.hidden = false;
  document.getElementById("first-load").append(document.getElementById("loading"));

  const { carts, farthest, widest, lengths } = recording;
  const films = recording.films.map(({ iteration, poses }) => ({
    iteration,
    poses: Uint8Array.from(atob(poses), (letter) => letter.charCodeAt(0)),
  }));
  const steps = Math.floor(films[0].poses.length / 2 / carts);
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const [picture, chart] = ["first-carts", "first-chart"].map((id) => document.getElementById(id));
  const [says, latest] = ["first-says", "first-length"].map((id) => document.getElementById(id));
  const colours = getComputedStyle(document.documentElement);
  const colour = (name) => colours.getPropertyValue(`--${name}`).trim();

  // A canvas as large as its box, and its pen in CSS pixels.
  const prepared = (canvas) => {
    const { clientWidth: width, clientHeight: height } = canvas;
    const scale = Math.max(2, devicePixelRatio);
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.lineCap = pen.lineJoin = "round";
    return { pen, width, height };
  };
  const line = (pen, ink, width, ...points) => {
    pen.strokeStyle = ink;
    pen.lineWidth = width;
    pen.beginPath();
    for (const point of points) pen.lineTo(...point);
    pen.stroke();
  };
  const disc = (pen, ink, [x, y], radius) => {
    pen.fillStyle = ink;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  };

  // The scale at which a cart fits into a cell: 5.8 m wide, 2.76 m high (page/src/view/cart_room.rs).
  const metreOf = (width, height) => Math.max(0, Math.min(width / 5.8, height / 2.76));
  const gap = 4;
  const cellOf = (length, cells) => (length + gap) / cells - gap;
  const drawCarts = ({ poses }, step) => {
    const { pen, width, height } = prepared(picture);
    const [ink, muted, cell] = ["ink", "muted", "cell"].map(colour);
    const fit = (columns) => metreOf(cellOf(width, columns), cellOf(height, carts / columns));
    const columns = [1, 2, 4, 8].reduce((best, other) => (fit(other) > fit(best) ? other : best));
    const [across, high] = [cellOf(width, columns), cellOf(height, carts / columns)];
    const metre = metreOf(across, high);
    for (let cart = 0; cart < carts; cart += 1) {
      const at = 2 * (step * carts + cart);
      const [part, lean] = [poses[at], poses[at + 1]].map((byte) => (byte - 128) / 127);
      const x = part * farthest;
      const theta = Math.sign(lean) * lean * lean * widest;
      const hasFallen = Math.abs(theta) > 0.2095 || Math.abs(x) > 2.4;
      const left = (cart % columns) * (across + gap);
      const top = Math.floor(cart / columns) * (high + gap);
      pen.fillStyle = colour(hasFallen ? "fallen" : "cell");
      pen.fillRect(left, top, across, high);
      const middle = left + across / 2;
      const ground = top + 0.6 * (high - 2.76 * metre) + 2.51 * metre;
      pen.globalAlpha = 0.6;
      const ends = [-2.4, 2.4].map((end) => middle + end * metre);
      line(pen, muted, Math.max(1, 0.04 * metre), [ends[0], ground], [ends[1], ground]);
      for (const end of ends) line(pen, muted, Math.max(1.5, 0.07 * metre), [end, ground - 0.2 * metre], [end, ground + 0.08 * metre]);
      const joint = [middle + Math.max(-2.46, Math.min(2.46, x)) * metre, ground - 0.46 * metre];
      const along = (angle, metres) => {
        const edge = (angle < 0 ? joint[0] - left : left + across - joint[0]) - 0.1 * metre;
        const length = Math.min(metres * metre, edge / Math.max(1e-9, Math.abs(Math.sin(angle))));
        return [joint[0] + Math.sin(angle) * length, joint[1] - Math.cos(angle) * length];
      };
      pen.globalAlpha = 0.4;
      line(pen, muted, 1, along(-0.2095, 1.87), joint, along(0.2095, 1.87));
      pen.globalAlpha = 1;
      const [body, end] = [0.28 * metre, 0.28 * metre];
      const level = joint[1] + 0.6 * body;
      line(pen, colour("accent"), body, [joint[0] - end, level], [joint[0] + end, level]);
      for (const side of [-0.26, 0.26]) disc(pen, ink, [joint[0] + side * metre, ground - 0.14 * metre], 0.14 * metre);
      line(pen, ink, Math.max(2, 0.1 * metre), joint, along(theta, 1.8));
      disc(pen, ink, joint, Math.max(1.6, 0.1 * metre));
      disc(pen, cell, joint, 0.045 * metre);
    }
  };

  // The curve on the axes of the program's chart, up to the iteration on show.
  const drawCurve = (iteration) => {
    const { pen, width, height } = prepared(chart);
    // Where there is room for them, the program writes the names of lines at their ends.
    const edge = width < 399 ? width - 10 : width - 80;
    const place = (at, length) => [34 + ((edge - 34) * at) / lengths.length, height - 20 - ((height - 26) * length) / 520];
    pen.font = "11px system-ui, sans-serif";
    pen.fillStyle = colour("muted");
    pen.textAlign = "right";
    for (let length = 0; length <= 500; length += 100) {
      const [x, y] = place(0, length);
      line(pen, colour("hairline"), 1, [x, y], [edge, y]);
      pen.fillText(length, x - 6, y + 4);
    }
    pen.fillText("iterations →", edge - 3, height - 26);
    const shown = lengths.slice(0, iteration).map((length, index) => place(index + 1, length));
    line(pen, colour("accent"), 2.2, ...shown);
    disc(pen, colour("accent"), shown[shown.length - 1], 4);
  };

  // A film is shown for as long as it took, and its end for a moment.
  const millis = (steps + 25) * 20;
  let begun;
  let told;
  const show = (now) => {
    // The program has taken over.
    if (!picture.isConnected) return;
    begun ??= now;
    const place = isStill ? 0 : Math.floor((now - begun) / millis) % films.length;
    const film = films[place];
    const step = isStill ? 24 : Math.floor(((now - begun) % millis) / 20);
    drawCarts(film, Math.min(step, steps - 1));
    drawCurve(isStill ? lengths.length : film.iteration);
    if (told !== film) {
      told = film;
      const length = lengths[film.iteration - 1];
      const name = place === 0 ? "untrained" : `after ${film.iteration - 1} iterations`;
      says.textContent = `${name}: a pole stays up ${(length / 50).toFixed(1)} s`;
      latest.textContent = length;
    }
    if (isStill) setTimeout(() => requestAnimationFrame(show), 1000);
    else requestAnimationFrame(show);
  };
  requestAnimationFrame(show);
})();
