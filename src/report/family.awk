# Makes family.csv from the CSV of a comparison: the figures of the dozen that its page shows in grey.
# Lines without a value are left out, and so are games over rounds.
BEGIN {
	FS = ","
	split("draws first_player_score elo_per_doubling greedy_trap turns hand_work leader_wins_quarter leader_wins_half " \
	      "leader_wins_three_quarters comeback laps_per_move seeds_per_move reading_load one_seed_sensitivity real_choice", names, " ")
	for (place in names) dozen[names[place]] = 1
	print "# " command
	print "variant,player,opening_plies,version,measure,value"
}
NR > 1 && $7 in dozen && $9 != "" && $15 == "false" {
	printf "%s,%s,%s,%s,%s,%.4g\n", $1, $2, $4, $6, $7, $9
}
