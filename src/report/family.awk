# Makes family.csv from the kept games of a comparison, which name the digest of the rules, and from its CSV: the figures
# of one player, a line for each game and a column for each measure. A cell has the value, and if there is
# an interval, its ends at 95 % and n. Missing values are blank; games over rounds are left out. `by` is the player, random if left
# out; for another one only some measures are kept, and for mcts:8/move, which plays against mcts:4/move, only the Elo of
# twice the playouts and n.
BEGIN {
	FS = ","
	OFS = ","
	if (by == "") by = "random"
	skill = by ~ /^mcts/
	count = split(skill ? "elo_per_doubling n" : by != "random" ? "draws first_player_score" : "draws first_player_score greedy_trap turns hand_work leader_wins_quarter leader_wins_half " \
	              "leader_wins_three_quarters comeback laps_per_move seeds_per_move reading_load one_seed_sensitivity real_choice", names, " ")
}
FILENAME ~ /\.jsonl$/ {
	if (match($0, /"variant":"[^"]*","rules":"[0-9a-f]*"/)) {
		split(substr($0, RSTART, RLENGTH), part, "\"")
		rules[part[4]] = part[8]
	}
	next
}
index($2, by " ") == 1 && $4 == (skill ? 4 : 0) && $15 == "false" {
	player = $2 (skill ? " against " $3 : "") ", mankala " $6
	if (!($1 in seen)) games[++played] = $1
	seen[$1] = 1
	if (skill) value[$1, "n"] = $16
	if ($9 != "") value[$1, $7] = sprintf("%.4g", $9) ($10 == "" || $11 == "" ? "" : sprintf(" %.4g %.4g", $10, $11) (skill ? "" : " " $16))
}
END {
	print "# " command
	print "# " player
	line = "variant,rules"
	for (place = 1; place <= count; place++) line = line OFS names[place]
	print line
	for (game = 1; game <= played; game++) {
		line = games[game] OFS rules[games[game]]
		for (place = 1; place <= count; place++) line = line OFS value[games[game], names[place]]
		print line
	}
}
